import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/**
 * The fields in the table of a child: the columns of its list, then other required fields; without its reference to the
 * parent and without write-only fields.
 */
export function childFields(entity: Entity, via: string): Field[] {
  const listed = entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name));
  const others = entity.fields.filter((field) => !listed.includes(field) && field.required);
  return [...listed, ...others].filter((field) => field.name !== via && !field.writeOnly);
}

/** Maximum length of a short text, such as a code. */
const MAX_SHORT = 11;
/** Maximum length of a usual text, such as an account number or a name. */
const MAX_USUAL = 40;

/** The minimum width of a column with typed text, so that the text can be read; undefined for other inputs. */
export function minWidthOf({ kind, maxLength, options, optionList }: Field): 'short' | 'usual' | 'long' | undefined {
  if (options || optionList || !(kind in USUAL_LENGTHS)) return undefined;
  const limit = maxLength ?? USUAL_LENGTHS[kind]!;
  return limit <= MAX_SHORT ? 'short' : limit <= MAX_USUAL ? 'usual' : 'long';
}

/** Field kinds that are typed as text, with their usual length. */
const USUAL_LENGTHS: Partial<Record<KindName, number>> = {
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
