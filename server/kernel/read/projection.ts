import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';

/** Fields that the caller may see: not write-only, not hidden from the role and, in lists, not sensitive. */
export const readableFields = (entity: Entity, inList: boolean, hidden?: ReadonlySet<string>): Field[] =>
  [...KERNEL_FIELDS, ...entity.fields].filter(
    (field) => !field.writeOnly && !(inList && field.sensitive) && !hidden?.has(field.name),
  );

/** Select list of table alias `t` with the columns as the API returns them: decimals and instants as text. */
export const selectList = (entity: Entity, inList: boolean, hidden?: ReadonlySet<string>): string =>
  readableFields(entity, inList, hidden)
    .map((field) => `${fieldAsText(field, `t.${quote(field.name)}`)} as ${quote(field.name)}`)
    .join(', ');

/** SQL of a column as the API returns it. */
export const fieldAsText = (field: Field, column: string): string =>
  field.name === 'id' ? `${column}::text` : KINDS[field.kind].toSqlText(field, column);
