import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields } from '../rights.ts';
import { statement } from '../statement.ts';
import { visibleRow } from './row.ts';

/** One line of a record's history: who did what, when, and from → to of each field. */
export interface HistoryLine {
  id: string;
  at: string;
  by: string;
  byName: string | null;
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
}

const MOST_LINES = 1000;

/** The history of a row, newest first. @throws Refusal (404) where the row is not visible to the caller */
export async function readHistory(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<HistoryLine[]> {
  await visibleRow(kernel, runtime, id, context);
  const hidden = hiddenFields(runtime, context.user);
  const text = `select a.id::text as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a."by", c."userName" as "byName", a.action, a.changes
    from kernel.audit a left join kernel.account c on c."userCde" = a."by" where a.entity = $1 and a."entityId" = $2 order by a.id desc limit ${MOST_LINES}`;
  const { rows } = await context.db.query(statement(text, [runtime.entity.name, id], true));
  return (rows as (Omit<HistoryLine, 'changes'> & { changes: Record<string, [unknown, unknown]> | null })[]).map(({ changes, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {}).filter(([field]) => !hidden.has(field)).map(([field, [from, to]]) => ({ field, from, to })),
  }));
}
