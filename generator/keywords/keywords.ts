import type { Keyword } from './keyword.ts';
import { noOverlap } from './noOverlap.ts';
import { order } from './order.ts';
import { rule } from './rule.ts';
import { sequence } from './sequence.ts';
import { stays } from './stays.ts';
import { sum } from './sum.ts';
import { unique } from './unique.ts';

/** Every keyword of an entity file, in the order in which each step of the generator runs. */
export const KEYWORDS: readonly Keyword[] = [unique, noOverlap, order, sequence, sum, rule, stays];
