import { searchedFields } from '../../../generator/emit/ddl/indexes.ts';
import { labelIn } from '../../../generator/language/message.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { hasControlCharacter } from '../../../generator/language/kinds/text.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Field, KindName, Label } from '../../../generator/model/field.ts';
import type { Language } from '../../config.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { hiddenFields, may } from '../rights.ts';
import { Values } from '../statement.ts';
import type { FilterContext } from './access.ts';
import { filterText } from './list.ts';
import { fieldAsText, readableFields } from './projection.ts';

/** The records of one entity that contain the text, the best match first. */
export interface Found {
  entity: string;
  area: string;
  label: Label;
  /**
   * `match`: the field that contains the text, if the title in the reader's language does not; `key`: values of key
   * fields that are not in the title
   */
  records: { id: string; title: Label; key?: string; match?: { label: Label; value: string } }[];
  /** whether there are further records */
  more: boolean;
}

/** A single letter matches too many records, and no index supports it. */
const MIN_SEARCH_LENGTH = 2;
/** Maximum length of the text of a global search. */
const MAX_SEARCH_LENGTH = 100;
const MAX_RECORDS = 5;
/** Limit of the rows of an entity that are ranked, for a text that occurs in very many rows. */
const MAX_RANKED = 200;
/** Time limit in milliseconds for all entities together, because the search runs while the user types. */
const LIMIT_MS = 3000;
/** Field kinds that identify a record, such as codes and names, but not remarks or addresses. */
const NAMING_KINDS: ReadonlySet<KindName> = new Set([
  'text',
  'code',
  'imo',
  'creditCode',
  'email',
  'phone',
  'bic',
  'iban',
]);

/**
 * Searches the codes and names of every entity that the caller may query. It does not search invisible and deleted
 * rows, hidden fields, children, and entities whose list has a required filter.
 *
 * @throws Refusal 400 for a text of invalid length, 503 after the time limit
 */
export async function searchRecords(kernel: Kernel, input: unknown, context: Context): Promise<Found[]> {
  const text = typeof input === 'string' ? input.trim() : '';
  const letters = [...text].length;
  if (letters < MIN_SEARCH_LENGTH || letters > MAX_SEARCH_LENGTH || hasControlCharacter(text)) throw invalidLength();
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

/** Prints the search in one entity; undefined if it has no field to search. */
function branchOf(filter: FilterContext, runtime: EntityRuntime, text: string): Branch | undefined {
  const { kernel, context, values } = filter;
  const { entity } = runtime;
  // rows of an entity with subtypes are found as rows of a subtype
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

/** Fields of the trigram index, which can contain the text, and other key fields, which must equal it. */
function fieldsToSearch(
  entity: EntityRuntime['entity'],
  readable: readonly Field[],
  text: string,
): { equal: Field[]; containing: Field[] } {
  const isNaming = (field: Field): boolean => NAMING_KINDS.has(field.kind) && readable.includes(field);
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

/** SQL of the rank of a match: 0 if a field equals the text, 1 if a field begins with it, else 2. */
function rankText(fields: readonly Field[], text: string, values: Values): string {
  const [equal, start] = [values.bind(text.toLowerCase()), values.bind(`${escaped(text.toLowerCase())}%`)];
  const anyField = (test: (column: string) => string): string =>
    fields.map(({ name }) => test(`coalesce(lower(t.${quote(name)}), '')`)).join(' or ');
  return `case when ${anyField((column) => `${column} = ${equal}`)} then 0 when ${anyField((column) => `${column} like ${start}`)} then 1 else 2 end`;
}

/** The text as a normalised value of the field; undefined if it is invalid. */
function valueOf(field: Field, text: string): unknown {
  const normal = KINDS[field.kind].normalise(text, field);
  return typeof normal === 'string' && KINDS[field.kind].check(normal, field) === undefined ? normal : undefined;
}

/**
 * Patterns of the text for `ilike`. Two Latin letters match only at the start of a word, because the index needs three
 * letters elsewhere. Two Chinese characters can be a word and match anywhere.
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
  const searched = text.toLowerCase();
  const contains = (value: unknown): boolean =>
    String(value ?? '')
      .toLowerCase()
      .includes(searched);
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

const invalidLength = (): Refusal =>
  refuseField('q', 'MSG_generic_0051', { least: MIN_SEARCH_LENGTH, most: MAX_SEARCH_LENGTH });
