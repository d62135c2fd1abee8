import type { Field } from '../model/field.ts';

/** Amounts, rates and files are no basic information. */
const NOT_BASIC = new Set<Field['kind']>(['money', 'decimal', 'percent', 'rate', 'file', 'files']);

/** Whether a copy with basic information takes a field along, unless the schema lists the fields (`x-version.copy`). */
export const isBasic = ({ kind, required }: Field): boolean => required || !NOT_BASIC.has(kind);
