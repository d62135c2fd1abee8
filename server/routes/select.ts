import { Hono } from 'hono';
import { exchangeRateChoices } from '../domain/reference/exchangeRate.ts';
import { selectChoices } from '../domain/reference/selectLists.ts';
import { openContext } from '../kernel/kernel.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { readObject } from './body.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';

/** `/api/common/select/{name}`: the specification's select lists (1§7). */
export function selectRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .post('/exchangeRate', async (http) => answer(http, await exchangeRateChoices(kernel, await readObject(http), openContext(kernel, callerOf(http, config)))))
    .post('/:name', async (http) => answer(http, await selectChoices(kernel, http.req.param('name'), await readObject(http), openContext(kernel, callerOf(http, config)))));
}
