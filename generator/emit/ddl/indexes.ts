import { KINDS } from '../../language/kinds/kinds.ts';
import { liveColumn, ruleName } from '../../compile/names.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { columnType } from './columnType.ts';
import { foreignKeys } from './columns.ts';
import type { TableObjects } from '../../keywords/keyword.ts';
import type { IndexShape } from './shape.ts';
import { liveOf, quoteAll } from './sql.ts';

/** A field with a lower `maxLength` gets no trigram index: searches in its short values could not use it. */
const MIN_SEARCHED_LENGTH = 4;
/** Field kinds that lists filter by a range. */
const RANGE_KINDS = new Set(['date', 'dateTime']);

/**
 * Indexes for reads: the default order of the list, its filters by reference and date, text searches, and lookups by
 * parents and references. An index is omitted if another begins with its columns, because each index slows down writes.
 * Nulls have PostgreSQL's default order.
 *
 * @param objects `indexed`: columns of the indexes that rules already have; `read`: columns by which keywords look up
 *   rows
 */
export function entityIndexes(
  entity: Entity,
  model: Model,
  { indexed, read }: Pick<Required<TableObjects>, 'indexed' | 'read'>,
): IndexShape[] {
  const existing = [...indexed];
  const indexes: IndexShape[] = [];
  const add = (fields: string[], definition: string) => {
    if (existing.some((columns) => fields.every((field, index) => columns[index] === field))) return;
    existing.push(fields);
    indexes.push({ name: ruleName(entity, fields.join('_'), 'index'), unique: false, definition });
  };
  const plain = (fields: string[]) => add(fields, `using btree (${quoteAll(fields)}) where ${liveOf(entity)}`);
  // a list of a period is usually sorted by the same date: with "id" as second column, PostgreSQL reads one page of it
  // without reading and sorting all rows of the period
  const ranged = (name: string) => add([name], `using btree (${quote(name)}, "id") where ${liveOf(entity)}`);

  addOrder(entity, existing, indexes);
  for (const name of entity.list.filters) {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (field && RANGE_KINDS.has(field.kind)) ranged(name);
    else if (field?.ref && field.kind !== 'multiRef') plain([name]);
  }
  for (const { via } of entity.parents) {
    plain([via]);
    // PostgreSQL looks for children by the column of the foreign key when a parent is deleted
    if (foreignKeys(entity).some((field) => field.name === via))
      add([liveColumn(via)], `using btree (${quote(liveColumn(via))})`);
  }
  for (const fields of read) plain(fields);
  for (const field of lookupFields(entity, model)) plain([field]);
  const searched = searchedFields(entity).map(({ name }) => name);
  if (searched.length > 0) {
    const columns = searched.map((name) => `${quote(name)} gin_trgm_ops`).join(', ');
    indexes.push({
      name: ruleName(entity, 'search', 'index'),
      unique: false,
      definition: `using gin (${columns}) where ${liveOf(entity)}`,
    });
  }
  return indexes;
}

/** Adds the index for the order of the list, with `id` as the last column to make the order unique. */
function addOrder(entity: Entity, existing: string[][], indexes: IndexShape[]): void {
  const terms = entity.list.sort.filter(({ field }) => field !== 'id');
  if (terms.length === 0) return;
  const fields = terms.map(({ field }) => field);
  // an index that begins with these columns has their order, if all are ascending or all are descending
  const isOneDirection = terms.every(({ descending }) => descending === terms[0]!.descending);
  if (isOneDirection && existing.some((columns) => fields.every((field, index) => columns[index] === field))) return;
  existing.push(fields);
  const columns = [
    ...terms.map(({ field, descending }) => `${quote(field)}${descending ? ' desc' : ''}`),
    `"id"${terms.at(-1)!.descending ? ' desc' : ''}`,
  ];
  indexes.push({
    name: ruleName(entity, 'order', 'index'),
    unique: false,
    definition: `using btree (${columns.join(', ')}) where ${liveOf(entity)}`,
  });
}

/** The fields by which other entities look rows up without a foreign key. */
function lookupFields(entity: Entity, model: Model): string[] {
  const fields = Object.values(model.entities)
    .flatMap((other) => other.fields)
    .filter(
      (field) =>
        field.ref?.entity === entity.name && field.ref.by !== 'id' && !(field.ref.unique && field.kind !== 'multiRef'),
    )
    .map((field) => field.ref!.by);
  return [...new Set(fields)];
}

/** Fields with a text filter that matches a part of the value. One trigram index contains all of them. */
export const searchedFields = (entity: Entity): Field[] =>
  entity.list.filters.flatMap((name) => entity.fields.find((field) => field.name === name && isSearched(field)) ?? []);

function isSearched(field: Field): boolean {
  return (
    KINDS[field.kind].conditions.includes('like') &&
    columnType(field) === 'text' &&
    !field.ref &&
    (field.maxLength ?? MIN_SEARCHED_LENGTH) >= MIN_SEARCHED_LENGTH
  );
}
