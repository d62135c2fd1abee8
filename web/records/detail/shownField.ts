import { isZero } from '../../../generator/language/figures.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import type { IsMet } from '../isMet.ts';
import { fieldOf } from '../model.ts';

/**
 * Whether the page of a record shows a field: its form does (`x-form.show`), or the value says something. An empty
 * field, a zero amount and “No” say nothing where the form does not ask for them.
 */
export function isShown(entity: Entity, row: Row, isMet: IsMet, name: string): boolean {
  if (isMet(entity.form.show[name])) return true;
  const value = row[name];
  const field = fieldOf(entity, name);
  return (
    !isAbsent(value) &&
    !(field?.kind === 'money' && isZero(textOf(value))) &&
    !(field?.kind === 'yesNo' && value === 'N')
  );
}
