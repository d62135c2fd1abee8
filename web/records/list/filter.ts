import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import type { Where } from '../../api/where.ts';
import { kernelFields } from '../kernelFields.ts';

/**
 * How a field is searched, and the format of its filter in the address. `contains` is a part of the text, `exact` the
 * value, `many` a list of codes joined by commas. `period` and `range` are two ends joined by a bar; either end may be
 * missing.
 */
export type FilterKind = 'contains' | 'exact' | 'many' | 'period' | 'range';

const KINDS: Partial<Record<KindName, FilterKind>> = {
  ref: 'exact',
  yesNo: 'exact',
  month: 'exact',
  year: 'exact',
  choice: 'many',
  date: 'period',
  dateTime: 'period',
  integer: 'range',
  decimal: 'range',
  money: 'range',
  percent: 'range',
  rate: 'range',
};

/** The kind of input with which a field is filtered. */
export const filterKindOf = (field: Field): FilterKind =>
  field.names === 'action' || (field.options && field.kind !== 'yesNo') ? 'many' : (KINDS[field.kind] ?? 'contains');

/** Fields with a filter, in the schema's order. */
export const filterFields = (entity: Entity): Field[] =>
  entity.list.filters.flatMap(
    (name) => [...entity.fields, ...kernelFields(entity)].find((field) => field.name === name) ?? [],
  );

/** Splits a period or range; a missing end is ''. */
export function rangeEnds(text: string): [string, string] {
  const [from = '', to = ''] = text.split('|');
  return [from, to];
}

/** Joins both ends to the text of a filter; '' for none. */
export const joinEnds = (from = '', to = ''): string => (from.trim() || to.trim() ? `${from.trim()}|${to.trim()}` : '');

/** Converts filters to conditions of the API. */
export function conditionsOf(entity: Entity, filters: Record<string, string>): Where {
  return filterFields(entity).flatMap((field): Where => {
    const text = filters[field.name];
    return text ? conditions(field, text) : [];
  });
}

function conditions(field: Field, text: string): Where {
  const { name } = field;
  const [from, to] = rangeEnds(text);
  switch (filterKindOf(field)) {
    case 'contains':
      return [{ name, type: 'like', value: text }];
    case 'exact':
      return [{ name, type: 'equal', value: text }];
    case 'many':
      return [{ name, type: 'array', value: text.split(',') }];
    case 'period':
      if (from && to) return [{ name, type: 'dateRange', value: text }];
      return openRange(name, from, to);
    case 'range':
      return openRange(name, from, to);
  }
}

const openRange = (name: string, from: string, to: string): Where => [
  ...(from ? [{ name, type: 'gte' as const, value: from }] : []),
  ...(to ? [{ name, type: 'lte' as const, value: to }] : []),
];

/** Whether conditions suffice to load the list: they name all filters of at least one group of `requireFilter`. */
export function filtersSuffice(entity: Entity, where: Where): boolean {
  const named = new Set(where.flatMap((term) => ('name' in term ? term.name : [])));
  const groups = entity.list.requireFilter;
  return groups.length === 0 || groups.some((group) => group.every((name) => named.has(name)));
}
