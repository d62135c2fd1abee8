import { maxRows } from './maxRows.ts';
import { noOverlap } from './noOverlap.ts';
import type { RowConflict } from './rowConflict.ts';
import { unique } from './unique.ts';

/** Keywords whose rules compare rows. */
export const ROW_CONFLICTS = [unique, noOverlap, maxRows] as readonly RowConflict[];
