import type { QueryClient } from '@tanstack/react-query';
import { titleFields } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Ref } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import type { Condition, Where } from '../../api/where.ts';
import { schemaQuery } from '../../records/model.ts';
import type { Row } from '../types.ts';
import { textOf } from '../types.ts';
import { conditionsOfWhere, isFilter } from './whereConditions.ts';

/** Maximum number of rows that a picker shows; longer text finds fewer rows. */
const PICKER_ROWS = 50;

interface Page {
  records: Row[];
}

/** The entity that a reference points to. */
export const targetOf = async (client: QueryClient, ref: Ref): Promise<Entity> =>
  (await client.ensureQueryData(schemaQuery(ref.entity))).entity;

/** A search of a picker. */
interface Search {
  ref: Ref;
  typed: string;
  /**
   * the row that contains the reference, with the values entered so far; some of them restrict the rows (`x-ref.match`)
   */
  row: Row | undefined;
  signal: AbortSignal;
}

/**
 * Searches rows of the target that match the typed text, the best match first.
 *
 * @throws ApiError
 */
export async function searchTarget(client: QueryClient, { ref, typed, row, signal }: Search): Promise<Row[]> {
  const entity = await targetOf(client, ref);
  const fixed: Where = [...conditionsOfWhere(entity, ref), ...matchedBy(entity, ref, row)];
  const read = (more: Where): Promise<Row[]> => readChoices(ref.entity, [...fixed, ...more], signal);
  const text = typed.trim();
  if (text === '') return read([]);
  const columns = searchable(entity, ref);
  const alternatives = columns.flatMap((name): Where[] => containing(entity, name, text));
  if (alternatives.length === 0) return [];
  const found = await read([{ or: alternatives }]);
  // if more rows match than are shown, an exact match may be missing, such as port SHA after all names with “sha”
  const equal = found.length < PICKER_ROWS ? [] : columns.flatMap((name): Where[] => equalling(entity, name, text));
  const exact = equal.length === 0 ? [] : await read([{ or: equal }]);
  const known = new Set(exact.map(({ id }) => id));
  return bestMatchFirst([...exact, ...found.filter(({ id }) => !known.has(id))], ref.by, columns, text);
}

async function readChoices(entity: string, where: Where, signal: AbortSignal): Promise<Row[]> {
  const { records } = await call<Page>('GET', `/api/${entity}/choices`, {
    query: { current: 1, pageSize: PICKER_ROWS, ...(where.length > 0 && { where: JSON.stringify(where) }) },
    signal,
  });
  return records;
}

/**
 * Conditions for rows with a text in one field: as a part of a text, as a whole year, or as a part of an option's text
 * in either language. The API cannot filter years and options by a part.
 */
function containing(entity: Entity, name: string, text: string): Where[] {
  const field = entity.fields.find((one) => one.name === name);
  if (field?.kind === 'year')
    return /^[0-9]{4}$/.test(text) && text !== '0000' ? [[{ name, type: 'equal', value: text }]] : [];
  if (field?.kind !== 'choice') return [[{ name, type: 'like', value: text }]];
  const lower = text.toLowerCase();
  const codes = (field.options ?? [])
    .filter(({ code, en, zh }) => [code, en, zh].some((label) => label.toLowerCase().includes(lower)))
    .map(({ code }) => code);
  return codes.length === 0 ? [] : [[{ name, type: 'array', value: codes }]];
}

/** Conditions for rows whose code or name equals a text, as typed or in capitals. */
function equalling(entity: Entity, name: string, text: string): Where[] {
  const kind = entity.fields.find((one) => one.name === name)?.kind;
  return kind === 'text' || kind === 'code'
    ? [[{ name, type: 'array', value: [...new Set([text, text.toUpperCase()])] }]]
    : [];
}

/** Maximum number of rows that `rowsBy` returns. */
export const ROWS_PER_CALL = 1000;

/** Rows of the target whose `by` is one of the values; with deleted rows if the reference keeps them (`onDelete`). */
export async function rowsBy(ref: Ref, values: readonly string[]): Promise<Row[]> {
  const where: Where = [
    { name: ref.by, type: 'array', value: values },
    ...(ref.onDelete ? [{ name: 'delFlag', type: 'array', value: ['N', 'Y'] } as const] : []),
  ];
  const { records } = await call<Page>('GET', `/api/${ref.entity}/choices`, {
    query: { current: 1, pageSize: ROWS_PER_CALL, where: JSON.stringify(where) },
  });
  return records;
}

/** Fields that typing searches: code, key, title and text filters of the target, if the API can filter by them. */
function searchable(entity: Entity, ref: Ref): string[] {
  const others = entity.list.filters.filter((name) =>
    /^(text|code)$/.test(entity.fields.find((field) => field.name === name)?.kind ?? ''),
  );
  const names = [ref.by, ...entity.key, ...titleFields(entity), ...others];
  return [...new Set(names)].filter((name) => isTypable(entity, name) && isFilter(entity, name));
}

/** Whether users search for values of a field by typing; they do not type ids. */
function isTypable(entity: Entity, name: string): boolean {
  const field = entity.fields.find((one) => one.name === name);
  return (
    field?.ref?.by !== 'id' &&
    ['text', 'code', 'choice', 'year', 'ref', 'imo', 'email', 'creditCode'].includes(field?.kind ?? '')
  );
}

/** Conditions of `x-ref.match`, for values that `row` has and fields that the list can filter by. */
const matchedBy = (entity: Entity, { match = {} }: Ref, row: Row = {}): Condition[] =>
  Object.entries(match).flatMap(([own, name]): Condition[] =>
    row[own] != null && isFilter(entity, name) ? [{ name, type: 'equal', value: row[own] }] : [],
  );

/**
 * Sorts rows by their match: code equal to the text, code that begins with it, another value that begins with it,
 * others.
 */
function bestMatchFirst(rows: Row[], by: string, columns: string[], typed: string): Row[] {
  const lower = typed.toLowerCase();
  const rankOf = (row: Row): number => {
    const code = textOf(row[by]).toLowerCase();
    if (code === lower) return 0;
    if (code.startsWith(lower)) return 1;
    return columns.some((name) => textOf(row[name]).toLowerCase().startsWith(lower)) ? 2 : 3;
  };
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
}
