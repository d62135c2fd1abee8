import { Hono } from 'hono';
import { balances } from '../domain/bank/balance.ts';
import { openContext } from '../kernel/kernel.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';

/**
 * `/api/_balances`: by company and currency, what bills and bank flows total, and how many rows differ from their lines
 * and fund claims. The underscore keeps the path apart from entities, whose names have none.
 */
export function balanceRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>().get('/', async (http) =>
    answer(http, await balances(kernel, openContext(kernel, callerOf(http, config)))),
  );
}
