import type { Field } from '../model/field.ts';

/** Field kinds that are not basic information: amounts, rates and files. */
const NOT_BASIC = new Set<Field['kind']>(['money', 'decimal', 'percent', 'rate', 'file', 'files']);

/**
 * Whether a copy with basic information includes a field, if the schema does not list the fields (`x-version.copy`).
 */
export const isBasic = ({ kind, required }: Field): boolean => required || !NOT_BASIC.has(kind);
