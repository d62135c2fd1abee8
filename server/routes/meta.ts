import { Hono } from 'hono';
import { notFound } from '../errors.ts';
import { entityNamed } from '../kernel/kernel.ts';
import { asChooser, mayChoose, permit } from '../kernel/rights.ts';
import { knownEntity, withClosedRefs } from '../kernel/knownEntity.ts';
import { metaSchema } from '../kernel/meta/schema.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { permissionActions } from './session.ts';

/** `/api/meta`: what entities there are and what each one says of itself. */
export function metaRoutes(services: Services): Hono<Environment> {
  const { kernel, config } = services;
  return new Hono<Environment>()
    .get('/', (http) => {
      const caller = callerOf(http, config);
      const known = [...kernel.registry.entities.values()].map((runtime) => {
        const { name, area, label, title, key, readOnly } = runtime.entity;
        return { name, area, label, title, key, readOnly, permissions: permissionActions(kernel, runtime, caller) };
      });
      return answer(
        http,
        known.filter(({ permissions }) => permissions.length > 0),
      );
    })
    .get('/:entity', async (http) => {
      const runtime = entityNamed(kernel, http.req.param('entity'));
      const module = kernel.registry.moduleOf(runtime.entity.name)!;
      const caller = callerOf(http, config);
      const actions = permissionActions(kernel, runtime, caller);
      // who may add and nothing else needs the form too, and who chooses a row the fields to choose by
      const chooses = actions.length === 0 && mayChoose(kernel, runtime, caller);
      if (actions.length === 0 && !chooses) permit(kernel, runtime, 'query', caller);
      const known = withClosedRefs(knownEntity(runtime, chooses ? asChooser(caller.user) : caller.user), (target) =>
        mayChoose(kernel, entityNamed(kernel, target), caller),
      );
      return answer(http, await metaSchema(known, kernel, actions, `/model/${module.hash}/${module.entity}.js`));
    });
}

/**
 * `/model/{hash}/{entity}.js` and `{entity}.rules.js`: an entity as compiled, and what its rows are judged by; named by
 * their content and kept for good.
 */
export function moduleRoutes({ kernel }: Services): Hono<Environment> {
  return new Hono<Environment>().get('/model/:hash/:file', (http) => {
    const [, name = '', rules] = /^(.*?)(\.rules)?\.js$/.exec(http.req.param('file')) ?? [];
    const module = kernel.registry.moduleOf(name);
    if (!module || module.hash !== http.req.param('hash')) throw notFound();
    return http.body(rules === undefined ? module.code : module.rules, 200, {
      'content-type': 'text/javascript; charset=UTF-8',
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });
}
