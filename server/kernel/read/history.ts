import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields } from '../rights.ts';
import { quote, statement, Values } from '../statement.ts';
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
  /** the part that it happened to; absent for the record itself */
  part?: { entity: string; id: string };
}

/** A page of a history, with how many lines there are in all. */
export interface HistoryPage { records: HistoryLine[]; total: number; current: number; pageSize: number }

/** Which page of a history is asked for. @param parts whether what happened to its parts stands in it too */
interface AskedPage { current: number; pageSize: number; parts: boolean }

/** One page of the history of a row, newest first. @throws Refusal (404) where the row is not visible to the caller */
export async function historyPage(kernel: Kernel, runtime: EntityRuntime, id: string, { current, pageSize, parts }: AskedPage, context: Context): Promise<HistoryPage> {
  const row = JSON.parse(await visibleRow(kernel, runtime, id, context)) as Record<string, unknown>;
  const about = [ofRow(runtime, id), ...(parts ? partsOf(kernel, runtime, row) : [])];
  const values = new Values();
  const { rows } = await context.db.query(statement(`select (${about.map((one) => `(select count(*) from ${one.from(values)})`).join(' + ')})::int as total`, values.list, true));
  const { total } = rows[0] as { total: number };
  return { records: await lines(kernel, about, pageSize, (current - 1) * pageSize, context), total, current, pageSize };
}

const MOST_LINES = 1000;

/** The newest lines of the history of a row, newest first; whoever wants those before them asks for pages. @throws Refusal (404) where the row is not visible to the caller */
export async function readHistory(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<HistoryLine[]> {
  await visibleRow(kernel, runtime, id, context);
  return lines(kernel, [ofRow(runtime, id)], MOST_LINES, 0, context);
}

/** Audit lines of some rows: their table expression, with the lines as `a`; `part` where they are those of parts. */
interface About { runtime: EntityRuntime; part: boolean; from: (values: Values) => string }

const ofRow = (runtime: EntityRuntime, id: string): About => ({
  runtime, part: false, from: (values) => `kernel.audit a where a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = ${values.bind(id)}`,
});

/** Those of a row's parts, deleted ones too; parts that are many are left out, as in the record (`x-child.grid`). */
const partsOf = (kernel: Kernel, { entity }: EntityRuntime, row: Record<string, unknown>): About[] => entity.children.filter(({ grid }) => !grid).map(({ entity: name, via }) => {
  const runtime = entityNamed(kernel, name);
  return {
    runtime, part: true,
    from: (values) => `${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id where t.${quote(via)} = ${values.bind(row[runtime.fields.get(via)!.ref!.by])}`,
  };
});

async function lines(kernel: Kernel, about: readonly About[], limit: number, offset: number, context: Context): Promise<HistoryLine[]> {
  const people = peopleSource(kernel);
  const values = new Values();
  const last = values.bind(limit + offset);
  // each part's newest lines are found by index, and only those are sorted together
  const sources = about.map((one, index) => `(select ${index} as source, a.* from ${one.from(values)} order by a.id desc limit ${last})`).join(' union all ');
  const text = `select a.source, a."entityId"::text as "entityId", a.id::text as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a."by", ${people ? `c.${quote(people.name)}` : 'null'} as "byName", a.action, a.changes
    from (${sources}) a${people ? ` left join ${quote(people.table)} c on c.${quote(people.code)} = a."by" and c."delFlag" = 'N'` : ''} order by a.id desc limit ${values.bind(limit)} offset ${values.bind(offset)}`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  const hidden = about.map(({ runtime }) => hiddenFields(runtime, context.user));
  return (rows as (Omit<HistoryLine, 'changes'> & { changes: Record<string, [unknown, unknown]> | null; source: number; entityId: string })[]).map(({ changes, source, entityId, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {}).filter(([field]) => maySee(about[source]!.runtime, hidden[source]!, field)).map(([field, [from, to]]) => ({ field, from, to })),
    ...(about[source]!.part && { part: { entity: about[source]!.runtime.entity.name, id: entityId } }),
  }));
}

/** What a field that the schema no longer has was for, nobody knows: whoever may not see all fields does not see it. */
const maySee = ({ fields }: EntityRuntime, hidden: ReadonlySet<string>, field: string): boolean =>
  hidden.size === 0 || (fields.has(field) && !hidden.has(field));
