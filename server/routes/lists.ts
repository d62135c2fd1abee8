import { Hono } from 'hono';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import type { EntityRuntime } from '../kernel/core.ts';
import { changeSettings, readSettings } from '../kernel/lists/settings.ts';
import { addView, changeView, deleteView, readViews } from '../kernel/lists/views.ts';
import { permit } from '../kernel/rights.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { readObject } from './body.ts';
import { callerOf } from './caller.ts';
import type { Environment, Http } from './environment.ts';
import { onceOnly } from './idempotency.ts';

/** `/api/lists/{entity}`: the caller's list settings, and the caller's own and shared saved searches. */
export function listRoutes(services: Services): Hono<Environment> {
  return new Hono<Environment>().route('/', settingsRoutes(services)).route('/', viewRoutes(services));
}

function settingsRoutes({ kernel, config }: Services): Hono<Environment> {
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .get('/:entity', async (http) => {
      const [runtime, context] = [entityOf(http), contextOf(http)];
      const [settings, views] = await Promise.all([
        readSettings(kernel, runtime, context),
        readViews(kernel, runtime, context),
      ]);
      return answer(http, { settings, views });
    })
    .patch('/:entity', async (http) =>
      answer(
        http,
        await changeSettings(kernel, entityOf(http), await readObject(http), contextOf(http)),
        200,
        'MSG_generic_0041',
      ),
    );
}

function viewRoutes({ kernel, config }: Services): Hono<Environment> {
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .post('/:entity/views', async (http) => {
      const body = await readObject(http);
      return onceOnly(http, contextOf(http), {
        allow: (context) => permit(kernel, entityOf(http), 'query', context),
        content: () => JSON.stringify(body),
        work: async (context) =>
          answer(http, await addView(kernel, entityOf(http), body, context), 201, 'MSG_generic_0040'),
      });
    })
    .patch('/:entity/views/:id', async (http) =>
      answer(
        http,
        await changeView(
          kernel,
          entityOf(http),
          { id: http.req.param('id'), payload: await readObject(http) },
          contextOf(http),
        ),
        200,
        'MSG_generic_0041',
      ),
    )
    .delete('/:entity/views/:id', async (http) => {
      await deleteView(kernel, entityOf(http), http.req.param('id'), contextOf(http));
      return answer(http, null, 200, 'MSG_generic_0042');
    });
}
