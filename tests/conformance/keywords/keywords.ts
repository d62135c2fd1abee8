import { immutable } from './immutable.ts';
import type { ConformanceKeyword } from './keyword.ts';
import { maxRows } from './maxRows.ts';
import { order } from './order.ts';
import { rule } from './rule.ts';
import { sum } from './sum.ts';

/** Keywords of entities with cases or scenarios of their own. */
export const CONFORMANCE_KEYWORDS: readonly ConformanceKeyword[] = [maxRows, order, sum, rule, immutable];
