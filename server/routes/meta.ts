import { Hono } from 'hono';
import { notFound } from '../errors.ts';
import { entityNamed } from '../kernel/kernel.ts';
import { asChooser, mayChoose, permit } from '../kernel/rights.ts';
import { knownEntity, withClosedRefs } from '../kernel/knownEntity.ts';
import { premiumSummary } from '../domain/premium/summary.ts';
import { metaSchema } from '../kernel/meta/schema.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { permissionActions } from './session.ts';

/** `/api/meta`: the entities, and the metadata of each entity as far as the caller may know it. */
export function metaRoutes(services: Services): Hono<Environment> {
  const { kernel, config } = services;
  return new Hono<Environment>()
    .get('/', (http) => {
      const caller = callerOf(http, config);
      const entities = [...kernel.registry.entities.values()].map((runtime) => {
        const { name, area, label, title, key, readOnly } = runtime.entity;
        const premium = premiumSummary(knownEntity(runtime, caller.user));
        const permissions = permissionActions(kernel, runtime, caller);
        return { name, area, label, title, key, readOnly, ...(premium && { premium }), permissions };
      });
      return answer(
        http,
        entities.filter(({ permissions }) => permissions.length > 0),
      );
    })
    .get('/:entity', async (http) => {
      const runtime = entityNamed(kernel, http.req.param('entity'));
      const module = kernel.registry.moduleOf(runtime.entity.name)!;
      const caller = callerOf(http, config);
      const actions = permissionActions(kernel, runtime, caller);
      // forms need metadata for any permitted action, and a choice of rows needs the fields to choose by
      const chooses = actions.length === 0 && mayChoose(kernel, runtime, caller);
      if (actions.length === 0 && !chooses) permit(kernel, runtime, 'query', caller);
      const entity = withClosedRefs(knownEntity(runtime, chooses ? asChooser(caller.user) : caller.user), (target) =>
        mayChoose(kernel, entityNamed(kernel, target), caller),
      );
      return answer(http, await metaSchema(entity, kernel, actions, `/model/${module.hash}/${module.entity}.js`));
    });
}

/**
 * `/model/{hash}/{entity}.js` and `{entity}.rules.js`: the compiled module of an entity, and that of its rules.
 * Browsers may cache both without limit, because the hash in the path changes with the content.
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
