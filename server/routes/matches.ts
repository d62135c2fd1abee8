import { Hono } from 'hono';
import { proposalsFor } from '../domain/bank/match/proposals.ts';
import { openContext } from '../kernel/kernel.ts';
import { refuseFieldsOfBody } from '../kernel/write/body.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { addressQuery } from './listQuery.ts';

const LIMIT = 20;

/**
 * `/api/_matches/{flow}`: the bills, charges and receivables that an open bank flow may pay, best first, with reasons.
 * The underscore keeps the path apart from entities, whose names have none.
 */
export function matchRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>().get('/:flow', async (http) => {
    const { _t, language: _language, ...unknown } = addressQuery(http.req.url);
    refuseFieldsOfBody(unknown);
    const context = openContext(kernel, callerOf(http, config));
    return answer(http, await proposalsFor(kernel, { flowId: http.req.param('flow'), limit: LIMIT }, context));
  });
}
