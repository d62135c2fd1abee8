import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Related } from '../../../generator/model/related.ts';
import type { Label } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, may } from '../rights.ts';
import { literal, quote, statement, Values } from '../statement.ts';
import { accessFilter, ownChildFilter } from './access.ts';
import { peopleSource } from './people.ts';
import { visibleRow } from './row.ts';

/** A part of a record, of which a line tells. */
export interface Part {
  entity: string;
  id: string;
  title: Label;
  deleted: boolean;
}

/** One line of a record's history: who did what, when, and from → to of each field. */
export interface HistoryLine {
  id: string;
  at: string;
  by: string;
  byName: string | null;
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
  /** the part that it happened to, what it is called, and whether it is deleted by now; absent for the record itself */
  part?: Part;
  /**
   * how many parts one change touched, where they are too many to be told one by one: `part` is then one of them, and
   * `changes` is empty
   */
  parts?: number;
}

/** A page of a history, with how many lines there are in all. */
export interface HistoryPage {
  records: HistoryLine[];
  total: number;
  current: number;
  pageSize: number;
}

/** Which page of a history is asked for. */
interface AskedPage {
  current: number;
  pageSize: number;
  /** whether what happened to its parts, and to what is related to it (`x-related`), stands in it too */
  parts: boolean;
  /** only lines of these entities, the row's own among them; all without it */
  of?: readonly string[];
}

/**
 * One page of the history of a row, newest first. @throws Refusal 404 where the row is not visible to the caller, 400
 * for lines of what has none there
 */
export async function historyPage(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  { current, pageSize, parts, of }: AskedPage,
  context: Context,
): Promise<HistoryPage> {
  const row = JSON.parse(await visibleRow(kernel, runtime, id, context)) as Record<string, unknown>;
  const about = narrowed(
    [
      ofRow(runtime, id),
      ...(parts ? [...partsOf(kernel, runtime, row, context), ...relatedOf(kernel, runtime, row, context)] : []),
    ],
    of,
  );
  const values = new Values();
  const { rows } = await context.db.query(
    statement(
      `select (${about.map((one) => `(select count(*) from (${one.lines(values)}) a)`).join(' + ')})::int as total`,
      values.list,
      true,
    ),
  );
  const { total } = rows[0] as { total: number };
  return { records: await lines(kernel, about, pageSize, (current - 1) * pageSize, context), total, current, pageSize };
}

const MOST_LINES = 1000;

/**
 * The newest lines of the history of a row, newest first; whoever wants those before them asks for pages. @throws
 * Refusal (404) where the row is not visible to the caller
 */
export async function readHistory(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<HistoryLine[]> {
  await visibleRow(kernel, runtime, id, context);
  return lines(kernel, [ofRow(runtime, id)], MOST_LINES, 0, context);
}

/** Of parts that are many (`x-child.grid`), so many that one change touched are told one by one; more are one line. */
const ONE_BY_ONE = 10;

/**
 * Audit lines of some rows: a query of their key, when, who and what, and of `parts`, how many parts a line stands for;
 * `part` where they are those of parts.
 */
interface About {
  runtime: EntityRuntime;
  part: boolean;
  lines: (values: Values) => string;
}

const KEY = 'a.entity, a."entityId", a.id, a.at, a."by", a.action';

const ofRow = (runtime: EntityRuntime, id: string): About => ({
  runtime,
  part: false,
  lines: (values) =>
    `select ${KEY}, 1 as parts from kernel.audit a where a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = ${values.bind(id)}`,
});

/** Those of a row's parts, deleted ones too. */
const partsOf = (kernel: Kernel, { entity }: EntityRuntime, row: Record<string, unknown>, context: Context): About[] =>
  entity.children.map(({ entity: name, via, grid }) => {
    const runtime = entityNamed(kernel, name);
    const from = (values: Values): string =>
      `${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id where t.${quote(via)} = ${values.bind(row[runtime.fields.get(via)!.ref!.by])}${ownChildFilter(kernel, runtime, context, values)}`;
    const each = (values: Values): string => `select ${KEY}, 1 as parts from ${from(values)}`;
    // what one transaction did to them has one instant
    const folded = (
      values: Values,
    ): string => `select ${KEY}, case when a.parts > ${ONE_BY_ONE} then a.parts else 1 end as parts
    from (select ${KEY}, count(*) over one as parts, row_number() over (one order by a.id desc) as place from ${from(values)} window one as (partition by a.at, a."by", a.action)) a
    where a.parts <= ${ONE_BY_ONE} or a.place = 1`;
    return { runtime, part: true, lines: grid ? folded : each };
  });

/** Those of rows that are about this one, as far as the caller may see them; deleted ones too. */
function relatedOf(
  kernel: Kernel,
  { entity, names }: EntityRuntime,
  row: Record<string, unknown>,
  context: Context,
): About[] {
  return (entity.related ?? []).flatMap((related) => {
    const runtime = entityNamed(kernel, related.entity);
    if (!may(kernel, runtime, 'query', context)) return [];
    const lines = (values: Values): string => {
      const seen = accessFilter(kernel, runtime, context, values);
      return (
        `select ${KEY}, 1 as parts from ${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id` +
        ` where ${aboutRow(runtime, related, names, row, values)}${seen === '' ? '' : ` and (${seen})`}`
      );
    };
    return [{ runtime, part: true, lines }];
  });
}

/** The condition that a row `t` is about a record. */
function aboutRow(
  { entity: { tasks, messages }, fields }: EntityRuntime,
  { via }: Related,
  names: readonly string[],
  row: Record<string, unknown>,
  values: Values,
): string {
  if (via !== undefined) return `t.${quote(via)} = ${values.bind(row[fields.get(via)!.ref!.by])}`;
  const [named, id] = tasks ? [tasks.entity, tasks.record] : [messages!.entity, messages!.id];
  return `t.${quote(named)} in (${names.map(literal).join(', ')}) and t.${quote(id)} = ${values.bind(String(row['id']))}`;
}

/** @throws Refusal (400) for a name that has no lines here */
function narrowed(about: About[], of: readonly string[] | undefined): About[] {
  if (!of) return about;
  const wrong = of.find((name) => !about.some(({ runtime }) => runtime.entity.name === name));
  if (wrong !== undefined)
    throw refuseFields([{ field: 'of', key: 'MSG_generic_0013', params: { name: `of=${wrong}` } }]);
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
  about: readonly About[],
  limit: number,
  offset: number,
  context: Context,
): Promise<HistoryLine[]> {
  const people = peopleSource(kernel);
  const values = new Values();
  const last = values.bind(limit + offset);
  // each part's newest lines are found by index, and only those are sorted together
  const sources = about
    .map(
      (one, index) => `(select ${index} as source, a.* from (${one.lines(values)}) a order by a.id desc limit ${last})`,
    )
    .join(' union all ');
  const text = `select a.source, a.parts::int as parts, a."entityId"::text as "entityId", a.id::text as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a."by", ${people ? `c.${quote(people.name)}` : 'null'} as "byName", a.action, l.changes
    from (select * from (${sources}) a order by a.id desc limit ${values.bind(limit)} offset ${values.bind(offset)}) a
    left join kernel.audit l on a.parts = 1 and l.entity = a.entity and l."entityId" = a."entityId" and l.id = a.id${people ? ` left join ${quote(people.table)} c on c.${quote(people.code)} = a."by" and c."delFlag" = 'N'` : ''} order by a.id desc`;
  const { rows } = (await context.db.query(statement(text, values.list, true))) as { rows: ReadLine[] };
  const hidden = about.map(({ runtime }) => hiddenFields(runtime, context.user));
  const named = await Promise.all(
    about.map(({ runtime, part }, index) =>
      part
        ? namedParts(
            runtime,
            rows.filter(({ source }) => source === index).map(({ entityId }) => entityId),
            hidden[index]!,
            context,
          )
        : new Map<string, Omit<Part, 'entity'>>(),
    ),
  );
  return rows.map(({ changes, source, entityId, parts, ...line }) => ({
    ...line,
    changes: Object.entries(changes ?? {})
      .filter(([field]) => maySee(about[source]!.runtime, hidden[source]!, field))
      .map(([field, [from, to]]) => ({ field, from, to })),
    ...(about[source]!.part && {
      part: { entity: about[source]!.runtime.entity.name, ...named[source]!.get(entityId)! },
    }),
    ...(parts > 1 && { parts }),
  }));
}

/** What parts are called, deleted ones too, without what the caller does not see. */
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

/** What a field that the schema no longer has was for, nobody knows: whoever may not see all fields does not see it. */
const maySee = ({ fields }: EntityRuntime, hidden: ReadonlySet<string>, field: string): boolean =>
  hidden.size === 0 || (fields.has(field) && !hidden.has(field));
