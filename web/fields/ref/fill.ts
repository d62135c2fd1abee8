import type { Ref } from '../../../generator/model/field.ts';
import type { Row } from '../types.ts';

/** The fields that a reference to a row fills (`x-ref.fill`), with their values. */
export const fillOf = ({ fill = {} }: Pick<Ref, 'fill'>, row: Row): Row =>
  Object.fromEntries(Object.entries(fill).map(([own, source]) => [own, row[source] ?? null]));
