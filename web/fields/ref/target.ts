import type { QueryClient } from '@tanstack/react-query';
import { titleFields } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import type { Condition, Where } from '../../api/where.ts';
import { schemaQuery } from '../../records/model.ts';
import type { Row } from '../types.ts';
import { textOf } from '../types.ts';

/** How many rows a picker shows at once; who does not find a row types more of it. */
const PICKER_ROWS = 50;

interface Page {
  records: Row[];
}

/** The entity that a field points to. */
export const targetOf = async (client: QueryClient, ref: Ref): Promise<Entity> =>
  (await client.ensureQueryData(schemaQuery(ref.entity))).entity;

/**
 * Rows of the target that match what was typed, the nearest first. @param beside what the row says beside the field,
 * which the target is to match (`x-ref.match`)
 */
export async function searchTarget(
  client: QueryClient,
  field: Field,
  typed: string,
  beside: Row | undefined,
  signal: AbortSignal,
): Promise<Row[]> {
  const ref = field.ref!;
  const entity = await targetOf(client, ref);
  const where: Where = [...narrowing(entity, ref), ...matchedBy(entity, ref, beside)];
  const text = typed.trim();
  const columns = searchable(entity, ref);
  const rowsWhere = async (more: Where): Promise<Row[]> =>
    (
      await call<Page>('GET', `/api/${ref.entity}/choices`, {
        query: {
          current: 1,
          pageSize: PICKER_ROWS,
          ...(where.length + more.length > 0 && { where: JSON.stringify([...where, ...more]) }),
        },
        signal,
      })
    ).records;
  if (text === '') return rowsWhere([]);
  const alternatives = columns.flatMap((name): Where[] => matching(entity, name, text));
  if (alternatives.length === 0) return [];
  const found = await rowsWhere([{ or: alternatives }]);
  // where more rows match than are shown, the one that was typed in full may be behind them, as the port SHA behind all
  // that have “sha” in their names
  const equal = found.length < PICKER_ROWS ? [] : columns.flatMap((name): Where[] => equalling(entity, name, text));
  const exact = equal.length === 0 ? [] : await rowsWhere([{ or: equal }]);
  const known = new Set(exact.map(({ id }) => id));
  return nearestFirst([...exact, ...found.filter(({ id }) => !known.has(id))], ref.by, columns, text);
}

/**
 * What a row must hold to match a text in one field: a part of it; a whole year; a choice that reads so in either
 * language. The API takes no part of the last two.
 */
function matching(entity: Entity, name: string, text: string): Where[] {
  const field = entity.fields.find((one) => one.name === name);
  if (field?.kind === 'year')
    return /^[0-9]{4}$/.test(text) && text !== '0000' ? [[{ name, type: 'equal', value: text }]] : [];
  if (field?.kind !== 'choice') return [[{ name, type: 'like', value: text }]];
  const wanted = text.toLowerCase();
  const codes = (field.options ?? [])
    .filter(({ code, en, zh }) => [code, en, zh].some((word) => word.toLowerCase().includes(wanted)))
    .map(({ code }) => code);
  return codes.length === 0 ? [] : [[{ name, type: 'array', value: codes }]];
}

/** What a row must hold to be what was typed: codes and names in full, as typed or in capitals. */
function equalling(entity: Entity, name: string, text: string): Where[] {
  const kind = entity.fields.find((one) => one.name === name)?.kind;
  return kind === 'text' || kind === 'code'
    ? [[{ name, type: 'array', value: [...new Set([text, text.toUpperCase()])] }]]
    : [];
}

/** Rows of the target whose `by` is one of the values; deleted ones come only where the reference keeps them (`onDelete`). */
export async function rowsBy(ref: Ref, values: readonly string[]): Promise<Row[]> {
  const where: Where = [
    { name: ref.by, type: 'array', value: values },
    ...(ref.onDelete ? [{ name: 'delFlag', type: 'array', value: ['N', 'Y'] } as const] : []),
  ];
  const { records } = await call<Page>('GET', `/api/${ref.entity}/choices`, {
    query: { current: 1, pageSize: 1000, where: JSON.stringify(where) },
  });
  return records;
}

/** The fields that typing searches: the code, the key and the title's fields, as far as the API filters by them. */
function searchable(entity: Entity, ref: Ref): string[] {
  const others = entity.list.filters.filter((name) =>
    /^(text|code)$/.test(entity.fields.find((field) => field.name === name)?.kind ?? ''),
  );
  const wanted = [ref.by, ...entity.key, ...titleFields(entity), ...others];
  return [...new Set(wanted)].filter((name) => isText(entity, name) && isFilter(entity, name));
}

/** Whether typing can find a row by a field: nobody types the id of a row that it refers to. */
function isText(entity: Entity, name: string): boolean {
  const field = entity.fields.find((one) => one.name === name);
  return (
    field?.ref?.by !== 'id' &&
    ['text', 'code', 'choice', 'year', 'ref', 'imo', 'email', 'creditCode'].includes(field?.kind ?? '')
  );
}

const isFilter = (entity: Entity, name: string): boolean =>
  entity.key.includes(name) || entity.list.filters.includes(name);

/**
 * The part of `x-ref.where` that the list can filter by: the conjuncts `self.field == 'text'` and `!=`. It narrows what
 * is offered; the server enforces the whole expression when the row is saved.
 */
function narrowing(entity: Entity, ref: Ref): Condition[] {
  return (ref.where ?? '').split('&&').flatMap((part): Condition[] => {
    const [, name, sign, value] = /^\s*self\.(\w+)\s*([!=]=)\s*['"]([^'"]*)['"]\s*$/.exec(part) ?? [];
    return name !== undefined && isFilter(entity, name) ? [{ name, type: sign === '==' ? 'equal' : 'ne', value }] : [];
  });
}

/** The part of `x-ref.match` that is known, and that the list can filter by. */
export const matchedBy = (entity: Entity, { match = {} }: Ref, beside: Row = {}): Condition[] =>
  Object.entries(match).flatMap(([own, there]): Condition[] =>
    beside[own] != null && isFilter(entity, there) ? [{ name: there, type: 'equal', value: beside[own] }] : [],
  );

function nearestFirst(rows: Row[], by: string, columns: string[], typed: string): Row[] {
  if (typed === '') return rows;
  const wanted = typed.toLowerCase();
  const distance = (row: Row): number => {
    const code = textOf(row[by]).toLowerCase();
    if (code === wanted) return 0;
    if (code.startsWith(wanted)) return 1;
    return columns.some((name) => textOf(row[name]).toLowerCase().startsWith(wanted)) ? 2 : 3;
  };
  return rows
    .map((row) => ({ row, rank: distance(row) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
}
