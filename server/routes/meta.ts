import { Hono } from 'hono';
import { notFound, Refusal } from '../errors.ts';
import { entityNamed } from '../kernel/kernel.ts';
import { hiddenFields } from '../kernel/rights.ts';
import { metaSchema } from '../kernel/meta/schema.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import type { Environment } from './environment.ts';
import { permissionActions } from './session.ts';

/** `/api/meta`: what entities there are and what each one says of itself. */
export function metaRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  return new Hono<Environment>()
    .get('/', (http) => answer(http, Object.values(kernel.registry.model.entities).map(({ name, area, label, title, key, readOnly }) =>
      ({ name, area, label, title, key, readOnly, permissions: permissionActions(services, name, http.get('session').user) })).filter(({ permissions }) => permissions.length > 0)))
    .get('/:entity', async (http) => {
      const runtime = entityNamed(kernel, http.req.param('entity'));
      const module = kernel.registry.modules.get(runtime.entity.name)!;
      const { user } = http.get('session');
      const reader = { actions: permissionActions(services, runtime.entity.name, user), hidden: hiddenFields(runtime, user) };
      if (reader.actions.length === 0) throw new Refusal('forbidden', 'MSG_generic_0403');
      return answer(http, await metaSchema(runtime.entity, kernel.optionLists, reader, `/model/${module.hash}/${module.entity}.js`));
    });
}

/** `/model/{hash}/{entity}.js`: an entity's compiled shape and validators, named by their content and kept for good. */
export function moduleRoutes({ kernel }: Services): Hono<Environment> {
  return new Hono<Environment>().get('/model/:hash/:file', (http) => {
    const module = kernel.registry.modules.get(http.req.param('file').replace(/\.js$/, ''));
    if (!module || module.hash !== http.req.param('hash')) throw notFound();
    return http.body(module.code, 200, { 'content-type': 'text/javascript; charset=UTF-8', 'cache-control': 'private, max-age=31536000, immutable' });
  });
}
