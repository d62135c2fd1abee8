import type { Entity } from '../../../generator/model/entity.ts';
import type { Ref } from '../../../generator/model/field.ts';
import type { Condition } from '../../api/where.ts';

/** Whether the list of an entity can be filtered by a field. */
export const isFilter = (entity: Entity, name: string): boolean =>
  entity.key.includes(name) || entity.list.filters.includes(name);

/**
 * The part of `x-ref.where` that the list can filter by: the conjuncts `self.field == 'text'`, `!=` and `in ['text']`. It
 * narrows the offered rows; the server enforces the whole expression when the row is saved.
 */
export const conditionsOfWhere = (entity: Entity, ref: Ref): Condition[] =>
  (ref.where ?? '').split('&&').flatMap((conjunct): Condition[] => {
    const [, name = '', sign, text, list] =
      /^\s*self\.(\w+)\s*(?:([!=]=)\s*['"]([^'"]*)['"]|in\s*\[\s*['"]([^\]]*)['"]\s*\])\s*$/.exec(conjunct) ?? [];
    if (!isFilter(entity, name)) return [];
    return list === undefined
      ? [{ name, type: sign === '==' ? 'equal' : 'ne', value: text }]
      : [{ name, type: 'array', value: list.split(/['"]\s*,\s*['"]/) }];
  });
