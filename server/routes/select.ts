import { Hono } from 'hono';
import { exchangeRateChoices } from '../domain/reference/exchangeRate.ts';
import { type Search, selectChoices } from '../domain/reference/selectLists.ts';
import { openContext } from '../kernel/kernel.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { readObject } from './body.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { knownLanguage } from './language.ts';
import { listQuery } from './listQuery.ts';

/** `/api/common/select/{name}`: the specification's select lists (1§7). */
export function selectRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .post('/exchangeRate', async (http) =>
      answer(
        http,
        await exchangeRateChoices(kernel, await readObject(http), openContext(kernel, callerOf(http, config))),
      ),
    )
    .post('/:name', async (http) => {
      const { language, ...body } = await readObject(http);
      http.set('language', knownLanguage(language) ?? http.get('language'));
      const { params, search } = splitBody(body);
      return answer(
        http,
        await selectChoices(
          kernel,
          http.req.param('name'),
          { params, search },
          openContext(kernel, callerOf(http, config)),
        ),
      );
    });
}

/** Separates the parameters of the list from those of a search: `searchCondition`, `current`, `pageSize` (1§7). */
function splitBody({ searchCondition, current, pageSize, ...params }: Record<string, unknown>): {
  params: Record<string, unknown>;
  search: Search;
} {
  const query = listQuery({ searchCondition, current, pageSize }, 'searchCondition');
  return {
    params,
    search: {
      ...(searchCondition !== undefined && { where: query.where }),
      ...((current ?? pageSize) !== undefined && { current: query.current, pageSize: query.pageSize }),
    },
  };
}
