import { Hono } from 'hono';
import { notFound } from '../errors.ts';
import { entityNamed } from '../kernel/kernel.ts';
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
      ({ name, area, label, title, key, readOnly, permissions: permissionActions(services, name) }))))
    .get('/:entity', async (http) => {
      const runtime = entityNamed(kernel, http.req.param('entity'));
      const module = kernel.registry.modules.get(runtime.entity.name)!;
      return answer(http, await metaSchema(runtime.entity, kernel.optionLists, permissionActions(services, runtime.entity.name), `/model/${module.hash}/${module.entity}.js`));
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
