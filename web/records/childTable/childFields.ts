import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/**
 * The fields in the table of a child: the columns of its list, then what else is required; not its reference to the
 * parent, nor what is never read back.
 */
export function childFields(entity: Entity, via: string): Field[] {
  const listed = entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name));
  const others = entity.fields.filter((field) => !listed.includes(field) && field.required);
  return [...listed, ...others].filter((field) => field.name !== via && !field.writeOnly);
}

/** Most characters of a short text, such as a code. */
const SHORT = 11;
/** Most characters of a usual text, such as an account number or a name. */
const USUAL = 40;

/** The least width of a column with typed text, so that the text can be read; undefined for other inputs. */
export function roomOf({ kind, maxLength, options, optionList }: Field): 'short' | 'usual' | 'long' | undefined {
  if (options || optionList || !(kind in ROOM)) return undefined;
  const limit = maxLength ?? ROOM[kind]!;
  return limit <= SHORT ? 'short' : limit <= USUAL ? 'usual' : 'long';
}

/** Field kinds that are typed as text, with their usual length. */
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
