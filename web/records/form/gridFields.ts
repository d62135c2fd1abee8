import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/**
 * The fields that a child's grid shows, its list's columns first and then whatever is required: not the one that points
 * to the parent.
 */
export function gridFields(entity: Entity, via: string): Field[] {
  const listed = entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name));
  const others = entity.fields.filter((field) => !listed.includes(field) && field.required);
  return [...listed, ...others].filter((field) => field.name !== via && !field.writeOnly);
}

/** A code of a few characters. */
const SHORT = 11;
/** An account number, or a name. */
const USUAL = 40;

/**
 * How much room a column has at least, so that what is typed can be read; what is chosen, or is a number, brings its
 * own.
 */
export function roomOf({ kind, maxLength, options, optionList }: Field): 'short' | 'usual' | 'long' | undefined {
  if (options || optionList || !(kind in ROOM)) return undefined;
  const most = maxLength ?? ROOM[kind]!;
  return most <= SHORT ? 'short' : most <= USUAL ? 'usual' : 'long';
}

/** Kinds that people type as text, with the usual length of one. */
const ROOM: Partial<Record<KindName, number>> = {
  text: 100,
  longText: 4000,
  code: 50,
  email: 100,
  phone: 40,
  url: 200,
  bic: 11,
  iban: 34,
  imo: 7,
  creditCode: 18,
};
