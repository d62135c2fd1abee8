import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';

/**
 * The keys of a version that its rows repeat: fields of the same name with the same kind and options. Another field may
 * have the name of a key by chance, such as the policy type of a property, which has a list of its own.
 */
export const copiedKeys = (version: Entity, { fields }: Entity): string[] =>
  version.version!.keys.filter((key) => {
    const own = version.fields.find(({ name }) => name === key)!;
    return fields.some((field) => field.name === key && isDeepStrictEqual(valuesOf(field), valuesOf(own)));
  });

/** What the values of a field can be. */
const valuesOf = ({ kind, options, optionList }: Field): unknown => [
  kind === 'year' || kind === 'ref' || kind === 'code' ? 'text' : kind,
  options?.map(({ code }) => code),
  optionList,
];
