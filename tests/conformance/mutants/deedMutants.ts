import type { Entity, Field } from '../../../generator/model/types.ts';
import { isFolded } from '../deeds/deed.ts';
import { isWritable } from '../sampleRow.ts';

/** An entity without a word that makes something of its records; `name` is what its deeds say that they show. */
export interface DeedMutant { name: string; without: Entity }

/** Every word of an entity that makes something of its records, each taken away by itself. */
export function deedMutantsOf(entity: Entity): DeedMutant[] {
  const withField = (name: string, field: Field, changed: Field): DeedMutant => ({ name: `${name} ${field.name}`, without: { ...entity, fields: entity.fields.map((one) => (one === field ? changed : one)) } });
  return entity.fields.flatMap((field): DeedMutant[] => {
    const { compute, default: constant, defaultExpr, number, ...rest } = field;
    return [
      ...(field.readOnly && !isWritable(field) ? [withField('readOnly', field, { ...field, readOnly: false, ...(compute ? { compute: { ...compute, overridable: true } } : {}) })] : []),
      ...(isFolded(field) ? [withField('x-normalize', field, { ...field, normalize: field.normalize.filter((one) => one !== 'upper') })] : []),
      ...(!field.state && compute === undefined && (constant !== undefined || defaultExpr !== undefined) ? [withField('default', field, { ...rest, ...(number ? { number } : {}) })] : []),
      ...(number === undefined ? [] : [withField('x-number', field, rest)]),
      ...(compute === undefined ? [] : [
        withField('x-compute', field, rest),
        // worked out once, and never again
        ...(mayMove(field) ? [withField('x-compute once', field, { ...rest, defaultExpr: compute.expr })] : []),
        ...(compute.overridable ? [withField('x-compute overridable', field, { ...field, compute: { ...compute, overridable: false } })] : []),
      ]),
    ];
  });
}

/** Whether a formula may give something else later on: one that people may overrule does as the row itself and its parts change. */
const mayMove = ({ compute }: Field): boolean => !compute!.overridable || /\b(?:self|children|lookup)\./.test(compute!.expr);
