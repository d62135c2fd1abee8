import { Hono } from 'hono';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import { reconcile, entitiesWithTotals } from '../kernel/reconcile/reconcile.ts';
import { refuseFieldsOfBody } from '../kernel/write/body.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment, Http } from './environment.ts';
import { addressQuery } from './listQuery.ts';

/**
 * `/api/_reconciliation` lists the totals that are computed from child rows; `/api/_reconciliation/{entity}` lists the
 * rows of an entity whose stored totals differ from the computed ones. The underscore keeps these paths apart from
 * entities, whose names have none.
 */
export function reconciliationRoutes({ kernel, config }: Services): Hono<Environment> {
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .get('/', (http) =>
      answer(
        http,
        entitiesWithTotals(kernel, contextOf(http)).map(
          ({
            runtime: {
              entity: { name, area, label },
            },
            totals,
          }) => ({
            name,
            area,
            label,
            totals: totals.map(({ field, formula, worked }) => ({
              name: field.name,
              label: field.label,
              formula,
              ...('reason' in worked ? { unchecked: worked.reason } : {}),
            })),
          }),
        ),
      ),
    )
    .get('/:entity', async (http) => {
      const { after, _t, language: _language, ...unknown } = addressQuery(http.req.url);
      refuseFieldsOfBody(unknown);
      return answer(
        http,
        await reconcile(kernel, entityNamed(kernel, http.req.param('entity')), after, contextOf(http)),
      );
    });
}
