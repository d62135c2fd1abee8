import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Related } from '../../../generator/model/related.ts';
import type { Label } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields, may } from '../rights.ts';
import { literal, quote, statement, Values } from '../statement.ts';
import { accessFilter, ownChildFilter } from './access.ts';
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
    records: await lines(kernel, about, { limit: pageSize, offset: (current - 1) * pageSize }, context),
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
  return lines(kernel, [ofRow(runtime, id)], { limit: MAX_LINES, offset: 0 }, context);
}

/** If one change affects more children of a grid than this (`x-child.grid`), it becomes one line. */
const MAX_SINGLE_LINES = 10;

/** A source of audit lines. */
interface LineSource {
  runtime: EntityRuntime;
  /** true for children and related records, false for the record itself */
  isPart: boolean;
  /** Prints the query of the lines. */
  lines: (values: Values) => string;
}

/** Columns of an audit line, except its changes. */
const LINE_COLUMNS = 'a.entity, a."entityId", a.id, a.at, a."by", a.action';

const ofRow = (runtime: EntityRuntime, id: string): LineSource => ({
  runtime,
  isPart: false,
  lines: (values) =>
    `select ${LINE_COLUMNS}, 1 as parts from kernel.audit a where a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = ${values.bind(id)}`,
});

/** The sources of lines of the children of a row, including deleted ones. */
const childSources = (
  kernel: Kernel,
  { entity }: EntityRuntime,
  row: Record<string, unknown>,
  context: Context,
): LineSource[] =>
  entity.children.map(({ entity: name, via, grid }) => {
    const runtime = entityNamed(kernel, name);
    const from = (values: Values): string =>
      `${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id where t.${quote(via)} = ${values.bind(row[runtime.fields.get(via)!.ref!.by])}${ownChildFilter({ kernel, context, values }, runtime)}`;
    const each = (values: Values): string => `select ${LINE_COLUMNS}, 1 as parts from ${from(values)}`;
    // lines of one transaction have the same time
    const folded = (
      values: Values,
    ): string => `select ${LINE_COLUMNS}, case when a.parts > ${MAX_SINGLE_LINES} then a.parts else 1 end as parts
    from (select ${LINE_COLUMNS}, count(*) over one as parts, row_number() over (one order by a.id desc) as place from ${from(values)} window one as (partition by a.at, a."by", a.action)) a
    where a.parts <= ${MAX_SINGLE_LINES} or a.place = 1`;
    return { runtime, isPart: true, lines: grid ? folded : each };
  });

/** The sources of lines of visible related records, including deleted ones. */
function relatedSources(
  kernel: Kernel,
  { entity, names }: EntityRuntime,
  row: Record<string, unknown>,
  context: Context,
): LineSource[] {
  return (entity.related ?? []).flatMap((related) => {
    const runtime = entityNamed(kernel, related.entity);
    if (!may(kernel, runtime, 'query', context)) return [];
    const lines = (values: Values): string => {
      const seen = accessFilter({ kernel, context, values }, runtime);
      return (
        `select ${LINE_COLUMNS}, 1 as parts from ${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id` +
        ` where ${aboutRow(runtime, related, { names, row }, values)}${seen === '' ? '' : ` and (${seen})`}`
      );
    };
    return [{ runtime, isPart: true, lines }];
  });
}

/** Condition that a row `t` is related to a record. */
function aboutRow(
  { entity: { tasks, messages }, fields }: EntityRuntime,
  { via }: Related,
  { names, row }: { names: readonly string[]; row: Record<string, unknown> },
  values: Values,
): string {
  if (via !== undefined) {
    const field = fields.get(via)!;
    const value = values.bind(row[field.ref!.by]);
    return field.kind === 'multiRef' ? `t.${quote(via)} @> to_jsonb(${value}::text)` : `t.${quote(via)} = ${value}`;
  }
  const [named, id] = tasks ? [tasks.entity, tasks.record] : [messages!.entity, messages!.id];
  return `t.${quote(named)} in (${names.map(literal).join(', ')}) and t.${quote(id)} = ${values.bind(String(row['id']))}`;
}

/** Selects the sources of the entities in `of`. @throws Refusal (400) for an entity without lines */
function selectSources(about: LineSource[], of: readonly string[] | undefined): LineSource[] {
  if (!of) return about;
  const unknown = of.find((name) => !about.some(({ runtime }) => runtime.entity.name === name));
  if (unknown !== undefined)
    throw refuseFields([{ field: 'of', key: 'MSG_generic_0013', params: { name: `of=${unknown}` } }]);
  return about.filter(({ runtime }) => of.includes(runtime.entity.name));
}

type ReadLine = Omit<HistoryLine, 'changes' | 'part' | 'parts'> & {
  changes: Record<string, [unknown, unknown]> | null;
  source: number;
  entityId: string;
  parts: number;
};

async function lines(
  kernel: Kernel,
  about: readonly LineSource[],
  { limit, offset }: { limit: number; offset: number },
  context: Context,
): Promise<HistoryLine[]> {
  const values = new Values();
  const text = linesText(kernel, about, { limit, offset }, values);
  const { rows } = (await context.db.query(statement(text, values.list, true))) as { rows: ReadLine[] };
  const hidden = about.map(({ runtime }) => hiddenFields(runtime, context.user));
  const named = await Promise.all(
    about.map(({ runtime, isPart }, index) => {
      const ids = rows.filter(({ source }) => source === index).map(({ entityId }) => entityId);
      return isPart ? namedParts(runtime, ids, hidden[index]!, context) : new Map<string, Omit<Part, 'entity'>>();
    }),
  );
  return rows.map(({ changes, source, entityId, parts, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {})
      .filter(([field]) => maySee(about[source]!.runtime, hidden[source]!, field))
      .map(([field, [from, to]]) => ({ field, from, to })),
    ...(about[source]!.isPart && {
      part: { entity: about[source]!.runtime.entity.name, ...named[source]!.get(entityId)! },
    }),
    ...(parts > 1 && { parts }),
  }));
}

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

/** Titles of children and related records, including deleted ones, without hidden fields. */
async function namedParts(
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
