import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { quote } from '../statement.ts';

/**
 * The fields that a reader may be shown: none that is written only or hidden from the role, and in lists none that is
 * sensitive.
 */
export const readableFields = (entity: Entity, inList: boolean, hidden?: ReadonlySet<string>): Field[] =>
  [...KERNEL_FIELDS, ...entity.fields].filter(
    (field) => !field.writeOnly && !(inList && field.sensitive) && !hidden?.has(field.name),
  );

/** The select list that prints a row of table alias `t` as the API shows it: decimals and instants as text. */
export const selectList = (entity: Entity, inList: boolean, hidden?: ReadonlySet<string>): string =>
  readableFields(entity, inList, hidden)
    .map((field) => `${fieldAsText(field, `t.${quote(field.name)}`)} as ${quote(field.name)}`)
    .join(', ');

/** A column as the API shows it. */
export const fieldAsText = (field: Field, column: string): string =>
  field.name === 'id' ? `${column}::text` : KINDS[field.kind].toSqlText(field, column);
