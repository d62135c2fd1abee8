import type { ConformanceKeyword } from './keyword.ts';
import { maxRows } from './maxRows.ts';

/** Keywords of entities with scenarios of their own. */
export const CONFORMANCE_KEYWORDS: readonly ConformanceKeyword[] = [maxRows];
