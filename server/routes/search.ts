import { Hono } from 'hono';
import { openContext } from '../kernel/kernel.ts';
import { searchRecords } from '../kernel/read/search.ts';
import { refuseFieldsOfBody } from '../kernel/write/body.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { addressQuery } from './listQuery.ts';

/** `GET /api/search?q=`: records of every entity that the reader may query. */
export function searchRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>().get('/search', async (http) => {
    const { q, _t, language: _language, ...unknown } = addressQuery(http.req.url);
    refuseFieldsOfBody(unknown);
    return answer(http, await searchRecords(kernel, q, openContext(kernel, callerOf(http, config))));
  });
}
