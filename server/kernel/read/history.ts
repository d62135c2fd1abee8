import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields } from '../rights.ts';
import { quote, statement } from '../statement.ts';
import { peopleSource } from './people.ts';
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

/** A page of a history, with how many lines there are in all. */
export interface HistoryPage { records: HistoryLine[]; total: number; current: number; pageSize: number }

/** One page of the history of a row, newest first. @throws Refusal (404) where the row is not visible to the caller */
export async function historyPage(kernel: Kernel, runtime: EntityRuntime, id: string, { current, pageSize }: { current: number; pageSize: number }, context: Context): Promise<HistoryPage> {
  await visibleRow(kernel, runtime, id, context);
  const { rows } = await context.db.query(statement('select count(*)::int as total from kernel.audit where entity = $1 and "entityId" = $2', [runtime.entity.name, id], true));
  const { total } = rows[0] as { total: number };
  return { records: await lines(kernel, runtime, id, pageSize, (current - 1) * pageSize, context), total, current, pageSize };
}

const MOST_LINES = 1000;

/** The newest lines of the history of a row, newest first; whoever wants those before them asks for pages. @throws Refusal (404) where the row is not visible to the caller */
export async function readHistory(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<HistoryLine[]> {
  await visibleRow(kernel, runtime, id, context);
  return lines(kernel, runtime, id, MOST_LINES, 0, context);
}

async function lines(kernel: Kernel, runtime: EntityRuntime, id: string, limit: number, offset: number, context: Context): Promise<HistoryLine[]> {
  const hidden = hiddenFields(runtime, context.user);
  const people = peopleSource(kernel);
  const text = `select a.id::text as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a."by", ${people ? `c.${quote(people.name)}` : 'null'} as "byName", a.action, a.changes
    from kernel.audit a${people ? ` left join ${quote(people.table)} c on c.${quote(people.code)} = a."by" and c."delFlag" = 'N'` : ''} where a.entity = $1 and a."entityId" = $2 order by a.id desc limit $3 offset $4`;
  const { rows } = await context.db.query(statement(text, [runtime.entity.name, id, limit, offset], true));
  return (rows as (Omit<HistoryLine, 'changes'> & { changes: Record<string, [unknown, unknown]> | null })[]).map(({ changes, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {}).filter(([field]) => !hidden.has(field)).map(([field, [from, to]]) => ({ field, from, to })),
  }));
}
