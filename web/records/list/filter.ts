import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import type { Where } from '../../api/where.ts';
import { kernelFields } from '../kernelFields.ts';

/**
 * How a field is searched. The text of a filter, as it stands in the address, is read accordingly:
 * `contains` a part of the text; `exact` the value; `many` codes joined by commas; `period` and `range` both ends
 * joined by a bar, either of which may be missing.
 */
export type FilterSort = 'contains' | 'exact' | 'many' | 'period' | 'range';

const SORTS: Partial<Record<KindName, FilterSort>> = {
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

export const filterSort = (field: Field): FilterSort =>
  field.names === 'action' || (field.options && field.kind !== 'yesNo') ? 'many' : (SORTS[field.kind] ?? 'contains');

/** The fields that the list is searched by, in the schema's order. */
export const filterFields = (entity: Entity): Field[] =>
  entity.list.filters.flatMap(
    (name) => [...entity.fields, ...kernelFields(entity)].find((field) => field.name === name) ?? [],
  );

/** Both ends of a period or range; a missing one is ''. */
export function ends(text: string): [string, string] {
  const [from = '', to = ''] = text.split('|');
  return [from, to];
}

/** Both ends as the text of a filter; '' for none. */
export const joined = (from = '', to = ''): string => (from.trim() || to.trim() ? `${from.trim()}|${to.trim()}` : '');

/** What the reader's filters ask of the API. */
export function conditionsOf(entity: Entity, filters: Record<string, string>): Where {
  return filterFields(entity).flatMap((field): Where => {
    const text = filters[field.name];
    return text ? conditions(field, text) : [];
  });
}

function conditions(field: Field, text: string): Where {
  const { name } = field;
  const [from, to] = ends(text);
  switch (filterSort(field)) {
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

/** Whether the filters suffice for the list to be asked; any one group of `requireFilter` does. */
export const filtersSuffice = (entity: Entity, filters: Record<string, string>): boolean =>
  entity.list.requireFilter.length === 0 ||
  entity.list.requireFilter.some((group) => group.every((name) => filters[name]));
