import { searchedFields } from '../../../generator/emit/ddl/indexes.ts';
import { labelIn } from '../../../generator/language/message.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { hasControlCharacter } from '../../../generator/language/kinds/text.ts';
import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Field, KindName, Label } from '../../../generator/model/field.ts';
import type { Language } from '../../config.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields, may } from '../rights.ts';
import { literal, quote, Values } from '../statement.ts';
import type { FilterContext } from './access.ts';
import { filterText } from './list.ts';
import { fieldAsText, readableFields } from './projection.ts';

/** Records of one entity that contain the text, the best match first. */
export interface Found {
  entity: string;
  area: string;
  label: Label;
  /**
   * `match`: the field that contains the text, where the title in the reader's language does not; `key`: fields of the
   * key that are not in the title
   */
  records: { id: string; title: Label; key?: string; match?: { label: Label; value: string } }[];
  /** there are further records */
  more: boolean;
}

/** A single letter matches too many records, and no index finds it. */
export const SHORTEST_SEARCH = 2;
export const LONGEST_SEARCH = 100;
const MAX_RECORDS = 5;
/** Rows of an entity that are ranked, which bounds the cost of a very common text. */
const MAX_RANKED = 200;
/** Time limit in milliseconds for all entities together; a later answer is of no use while somebody types. */
const LIMIT_MS = 3000;
/** Kinds that name a record, such as codes and names, but not remarks or addresses. */
const NAMING: ReadonlySet<KindName> = new Set(['text', 'code', 'imo', 'creditCode', 'email', 'phone', 'bic', 'iban']);

/**
 * Searches the codes and names of every entity that the reader may query.
 *
 * Invisible and deleted rows and hidden fields are not searched, nor are children and lists with a required filter.
 *
 * @throws Refusal 400 for a text of the wrong length, 503 when it takes too long
 */
export async function searchRecords(kernel: Kernel, input: unknown, context: Context): Promise<Found[]> {
  const text = typeof input === 'string' ? input.trim() : '';
  const letters = [...text].length;
  if (letters < SHORTEST_SEARCH || letters > LONGEST_SEARCH || hasControlCharacter(text)) throw badText();
  const values = new Values();
  const searched = [...kernel.registry.entities.values()].flatMap(
    (runtime) => branchOf({ kernel, context, values }, runtime, text) ?? [],
  );
  if (searched.length === 0) return [];
  const found = await inTime(context, searched.map(({ sql }) => sql).join(' union all '), values.list);
  const rows = new Map(
    (found as { entity: string; records: Record<string, unknown>[] | null }[]).map(({ entity, records }) => [
      entity,
      records ?? [],
    ]),
  );
  return searched.flatMap(({ runtime: { entity }, fields }) => {
    const records = rows.get(entity.name) ?? [];
    if (records.length === 0) return [];
    return [
      {
        entity: entity.name,
        area: entity.area,
        label: entity.label,
        records: records
          .slice(0, MAX_RECORDS)
          .map((row) => foundRecord(entity, row, { fields, text, language: context.language })),
        more: records.length > MAX_RECORDS,
      },
    ];
  });
}

const CANCELLED = '57014';

/** Runs a statement with the time limit. @throws Refusal (503) */
async function inTime(context: Context, text: string, values: unknown[]): Promise<unknown[]> {
  try {
    return await context.transaction(async ({ db }) => {
      await db.query({ text: `set local statement_timeout = ${LIMIT_MS}` });
      return (await db.query({ text, values })).rows;
    });
  } catch (error) {
    throw (error as { code?: string }).code === CANCELLED ? new Refusal('unavailable', 'MSG_generic_0052') : error;
  }
}

interface Branch {
  runtime: EntityRuntime;
  fields: Field[];
  sql: string;
}

/** The search in one entity; undefined where it has no field to search. */
function branchOf(filter: FilterContext, runtime: EntityRuntime, text: string): Branch | undefined {
  const { kernel, context, values } = filter;
  const { entity } = runtime;
  // an entity with subtypes is found as one of them
  if (
    entity.parents.length > 0 ||
    entity.kinds ||
    entity.list.requireFilter.length > 0 ||
    !may(kernel, runtime, 'query', context)
  )
    return undefined;
  const readable = readableFields(entity, true, hiddenFields(runtime, context.user));
  const { equal, containing } = fieldsToSearch(entity, readable, text);
  const fields = [...equal, ...containing];
  if (fields.length === 0) return undefined;
  const { sql: visible } = filterText(filter, runtime, []);
  const patterns = patternsOf(text).map((pattern) => values.bind(pattern));
  const matches = [
    ...equal.map((field) => `t.${quote(field.name)} = ${values.bind(valueOf(field, text))}`),
    ...containing.flatMap(({ name }) => patterns.map((pattern) => `t.${quote(name)} ilike ${pattern}`)),
  ];
  const shown = new Set(['id', ...entity.key, ...titleFields(entity), ...fields.map(({ name }) => name)]);
  const columns = readable
    .filter(({ name }) => shown.has(name))
    .map((field) => `${fieldAsText(field, `t.${quote(field.name)}`)} as ${quote(field.name)}`);
  const table = quote(entity.table);
  return {
    runtime,
    fields,
    sql:
      `select ${literal(entity.name)} as entity, (select json_agg(r) from (select ${columns.join(', ')} from (select * from ${table} t where (${visible}) and (${matches.join(' or ')}) limit ${MAX_RANKED}) t` +
      ` order by ${rankText(fields, text, values)}, t."updateAt" desc, t.id limit ${MAX_RECORDS + 1}) r) as records`,
  };
}

/** Fields that the text index covers, and fields of the key that it does not cover: these must equal the text. */
function fieldsToSearch(
  entity: EntityRuntime['entity'],
  readable: readonly Field[],
  text: string,
): { equal: Field[]; containing: Field[] } {
  const isNaming = (field: Field): boolean => NAMING.has(field.kind) && readable.includes(field);
  const containing = searchedFields(entity).filter(isNaming);
  const equal = entity.key.flatMap(
    (name) =>
      readable.find(
        (field) =>
          field.name === name && isNaming(field) && !containing.includes(field) && valueOf(field, text) !== undefined,
      ) ?? [],
  );
  return { equal, containing };
}

/** Rank of a match as SQL: 0 where a field equals the text, 1 where one begins with it, else 2. */
function rankText(fields: readonly Field[], text: string, values: Values): string {
  const [equal, start] = [values.bind(text.toLowerCase()), values.bind(`${escaped(text.toLowerCase())}%`)];
  const some = (test: (column: string) => string): string =>
    fields.map(({ name }) => test(`coalesce(lower(t.${quote(name)}), '')`)).join(' or ');
  return `case when ${some((column) => `${column} = ${equal}`)} then 0 when ${some((column) => `${column} like ${start}`)} then 1 else 2 end`;
}

/** The text as a normalised value of the field; undefined where it is not valid. */
function valueOf(field: Field, text: string): unknown {
  const normal = KINDS[field.kind].normalise(text, field);
  return typeof normal === 'string' && KINDS[field.kind].check(normal, field) === undefined ? normal : undefined;
}

/**
 * Patterns of the text. Two Latin letters match only at the start of a word, because the index needs three letters
 * inside a word. Two Chinese characters are a word and match anywhere.
 */
const patternsOf = (text: string): string[] =>
  /^[\x20-\x7e]{2}$/.test(text) ? [`${escaped(text)}%`, `% ${escaped(text)}%`] : [`%${escaped(text)}%`];

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

function foundRecord(
  entity: EntityRuntime['entity'],
  row: Record<string, unknown>,
  { fields, text, language }: { fields: readonly Field[]; text: string; language: Language },
): Found['records'][number] {
  const title = titlesOf(entity, row);
  const wanted = text.toLowerCase();
  const contains = (value: unknown): boolean =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted);
  const match = contains(labelIn(title, language)) ? undefined : fields.find(({ name }) => contains(row[name]));
  const named = titleFields(entity);
  const key = entity.key
    .filter((name) => !named.includes(name) && row[name] != null)
    .map((name) => String(row[name]))
    .join(' ');
  return {
    id: String(row['id']),
    title,
    ...(key === '' ? {} : { key }),
    ...(match ? { match: { label: match.label, value: String(row[match.name]) } } : {}),
  };
}

const badText = (): Refusal => {
  const params = { least: SHORTEST_SEARCH, most: LONGEST_SEARCH };
  return new Refusal('invalid', 'MSG_generic_0051', params, [{ field: 'q', key: 'MSG_generic_0051', params }]);
};
