import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import type { Condition, Where } from '../../api/where.ts';

/** Whether the list of an entity can be filtered by a field. */
export const isFilter = (entity: Entity, name: string): boolean =>
  entity.key.includes(name) || entity.list.filters.includes(name);

/**
 * The part of `x-ref.where` that the list can filter by: the conjuncts `self.field == 'text'`, `!=` and `in ['text']`,
 * also after `!has(self.field) ||`. It narrows the offered rows; the server enforces the whole expression when the row
 * is saved.
 */
export const conditionsOfWhere = (entity: Entity, ref: Ref): Where =>
  (ref.where ?? '').split('&&').flatMap((conjunct): Where => {
    const [, absent, condition = conjunct] = /^\s*!has\(self\.(\w+)\)\s*\|\|(.*)$/.exec(conjunct) ?? [];
    const present = conditionOf(condition);
    if (!present || !isFilter(entity, present.name) || (absent ?? present.name) !== present.name) return [];
    return absent === undefined ? [present] : [{ or: [[{ name: absent, type: 'isNull' }], [present]] }];
  });

/** The condition `self.field == 'text'`, `!=` or `in ['text']`; undefined for any other expression. */
function conditionOf(text: string): Condition | undefined {
  const [, name, sign, value, list] =
    /^\s*self\.(\w+)\s*(?:([!=]=)\s*['"]([^'"]*)['"]|in\s*\[\s*['"]([^\]]*)['"]\s*\])\s*$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (list !== undefined) return { name, type: 'array', value: list.split(/['"]\s*,\s*['"]/) };
  return { name, type: sign === '==' ? 'equal' : 'ne', value };
}

/**
 * The field with a picker that offers only rows with a value, or one of several values, in a field of the target; all
 * rows if the value is undefined.
 */
export function offeringOnly(field: Field, name: string, value: string | readonly string[] | undefined): Field {
  if (!field.ref || value === undefined) return field;
  const values = [value].flat().map((one) => `'${one.replaceAll(/['"\\]/g, '')}'`);
  const condition = `self.${name} in [${values.join(', ')}]`;
  const where = field.ref.where === undefined ? condition : `${field.ref.where} && ${condition}`;
  return { ...field, ref: { ...field.ref, where } };
}
