import type { Field } from './types.ts';

/** Amounts, rates and files of a row are no basic information. */
const NOT_BASIC = new Set<Field['kind']>(['money', 'decimal', 'percent', 'rate', 'file', 'files']);

/** Whether a field is part of what a copy with basic info takes along, where the schema does not say it: all that is required, and all but amounts, rates and files. */
export const isBasic = ({ kind, required }: Field): boolean => required || !NOT_BASIC.has(kind);
