import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import { entityOf, fieldOf } from '../../kernel/language/model.ts';

export { modelOf as model } from '../../kernel/language/model.ts';

/** Digits that a kind has by default, as the compiler adds them. */
const DIGITS: Partial<Record<KindName, Partial<Field>>> = {
  money: { precision: 20, scale: 2 },
  percent: { precision: 9, scale: 4 },
  rate: { precision: 18, scale: 8 },
  decimal: { precision: 18, scale: 6 },
};

/** A field of a small model, with the defaults of the compiler. */
export const field = (name: string, kind: KindName = 'text', more: Partial<Field> = {}): Field =>
  fieldOf(name, kind, { writeOnly: false, ...DIGITS[kind], ...more });

/** An entity of a small model, whose key is its first field. */
export const entity = (name: string, fields: Field[], more: Partial<Entity> = {}): Entity =>
  entityOf(name, fields, { key: [fields[0]!.name], ...more });

/** The properties of every rule. */
export const rule = (id: string) => ({ id, spec: [] });
