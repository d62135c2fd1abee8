import { quote } from '../../../generator/language/sqlText.ts';
import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields } from '../rights.ts';
import { statement, Values } from '../statement.ts';
import { childSources, type LineSource, ofRow, relatedSources, selectSources } from './historySources.ts';
import { peopleSource } from './people.ts';
import { visibleRow } from './row.ts';

/** The child or related record of a line. */
export interface Part {
  entity: string;
  id: string;
  title: Label;
  deleted: boolean;
}

/** One line of a record's history: who did what and when, with the old and new value of each field. */
export interface HistoryLine {
  id: string;
  at: string;
  by: string;
  byName: string | null;
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
  /** the child or related record that changed; absent for the record itself */
  part?: Part;
  /** number of children, if the line summarises changes of several children; `part` is then the last changed child */
  parts?: number;
}

/** A page of a history, with the total number of lines. */
export interface HistoryPage {
  records: HistoryLine[];
  total: number;
  current: number;
  pageSize: number;
}

/** The requested page of a history. */
interface PageRequest {
  current: number;
  pageSize: number;
  /** includes lines of children and related records (`x-related`) */
  parts: boolean;
  /** only lines of these entities; absent: all lines */
  of?: readonly string[];
}

/**
 * One page of the history of a row, the latest line first.
 *
 * @throws Refusal 404 for an invisible row, 400 for an entity in `of` without lines
 */
export async function historyPage(
  kernel: Kernel,
  runtime: EntityRuntime,
  { id, page: { current, pageSize, parts, of } }: { id: string; page: PageRequest },
  context: Context,
): Promise<HistoryPage> {
  const row = JSON.parse(await visibleRow(kernel, runtime, id, context)) as Record<string, unknown>;
  const about = selectSources(
    [
      ofRow(runtime, id),
      ...(parts
        ? [...childSources(kernel, runtime, row, context), ...relatedSources(kernel, runtime, row, context)]
        : []),
    ],
    of,
  );
  const values = new Values();
  const { rows } = await context.db.query(
    statement(
      `select (${about.map((source) => `(select count(*) from (${source.lines(values)}) a)`).join(' + ')})::int as total`,
      values.list,
      true,
    ),
  );
  const { total } = rows[0] as { total: number };
  return {
    records: await readLines(kernel, about, { limit: pageSize, offset: (current - 1) * pageSize }, context),
    total,
    current,
    pageSize,
  };
}

const MAX_LINES = 1000;

/** The latest lines of the history of a row, the latest first. @throws Refusal (404) for an invisible row */
export async function readHistory(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<HistoryLine[]> {
  await visibleRow(kernel, runtime, id, context);
  return readLines(kernel, [ofRow(runtime, id)], { limit: MAX_LINES, offset: 0 }, context);
}

type ReadLine = Omit<HistoryLine, 'changes' | 'part' | 'parts'> & {
  changes: Record<string, [unknown, unknown]> | null;
  source: number;
  entityId: string;
  parts: number;
};

/** Reads lines of all sources, the latest first, with the fields that the caller may see. */
async function readLines(
  kernel: Kernel,
  about: readonly LineSource[],
  { limit, offset }: { limit: number; offset: number },
  context: Context,
): Promise<HistoryLine[]> {
  const values = new Values();
  const text = linesText(kernel, about, { limit, offset }, values);
  const { rows } = (await context.db.query(statement(text, values.list, true))) as { rows: ReadLine[] };
  const hidden = about.map(({ runtime }) => hiddenFields(runtime, context.user));
  const partsOf = await Promise.all(
    about.map(({ runtime, isPart }, index) => {
      const ids = rows.filter(({ source }) => source === index).map(({ entityId }) => entityId);
      return isPart ? readParts(runtime, ids, hidden[index]!, context) : new Map<string, Omit<Part, 'entity'>>();
    }),
  );
  return rows.map(({ changes, source, entityId, parts, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {})
      .filter(([field]) => maySee(about[source]!.runtime, hidden[source]!, field))
      .map(([field, [from, to]]) => ({ field, from, to })),
    ...(about[source]!.isPart && {
      part: { entity: about[source]!.runtime.entity.name, ...partsOf[source]!.get(entityId)! },
    }),
    ...(parts > 1 && { parts }),
  }));
}

/** The statement that reads the lines of all sources (SQL). */
function linesText(
  kernel: Kernel,
  about: readonly LineSource[],
  { limit, offset }: { limit: number; offset: number },
  values: Values,
): string {
  const people = peopleSource(kernel);
  const last = values.bind(limit + offset);
  // an index finds the latest lines of each source, and only these lines are sorted together
  const sources = about
    .map(
      (source, index) =>
        `(select ${index} as source, a.* from (${source.lines(values)}) a order by a.id desc limit ${last})`,
    )
    .join(' union all ');
  return `select a.source, a.parts::int as parts, a."entityId"::text as "entityId", a.id::text as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a."by", ${people ? `c.${quote(people.name)}` : 'null'} as "byName", a.action, l.changes
    from (select * from (${sources}) a order by a.id desc limit ${values.bind(limit)} offset ${values.bind(offset)}) a
    left join kernel.audit l on a.parts = 1 and l.entity = a.entity and l."entityId" = a."entityId" and l.id = a.id${people ? ` left join ${quote(people.table)} c on c.${quote(people.code)} = a."by" and c."delFlag" = 'N'` : ''} order by a.id desc`;
}

/** Reads the titles of children and related records, including deleted ones, without hidden fields. */
async function readParts(
  { entity, fields }: EntityRuntime,
  ids: readonly string[],
  hidden: ReadonlySet<string>,
  { db }: Context,
): Promise<Map<string, Omit<Part, 'entity'>>> {
  if (ids.length === 0) return new Map();
  const shown = titleFields(entity).filter((name) => !hidden.has(name) && fields.get(name)?.sensitive === false);
  const values = new Values();
  const { rows } = await db.query(
    statement(
      `select t.id::text as id, t."delFlag" = 'Y' as deleted, ${shown.length === 0 ? `'{}'::jsonb` : `jsonb_build_object(${shown.map((name) => `'${name}', t.${quote(name)}`).join(', ')})`} as named from ${quote(entity.table)} t where t.id = any(${values.bind(ids)}::bigint[])`,
      values.list,
      true,
    ),
  );
  return new Map(
    (rows as { id: string; deleted: boolean; named: Record<string, unknown> }[]).map(({ id, deleted, named }) => [
      id,
      { id, title: titlesOf(entity, named), deleted },
    ]),
  );
}

/** Whether the caller may see a field. A field that the schema no longer has is visible if no field is hidden. */
const maySee = ({ fields }: EntityRuntime, hidden: ReadonlySet<string>, field: string): boolean =>
  hidden.size === 0 || (fields.has(field) && !hidden.has(field));
