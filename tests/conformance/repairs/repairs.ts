import { order } from './order.ts';
import type { Repair } from './repair.ts';
import { rule } from './rule.ts';
import { sum } from './sum.ts';

/** Keywords for whose rules the sampler repairs candidates, in the order of the repairs. */
export const REPAIRS: readonly Repair[] = [order, rule, sum];
