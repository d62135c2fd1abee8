import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import { isCopyOfParent } from '../parentCopy.ts';

/**
 * The fields in the table of a child: the columns of its list, then other required fields. Omits the reference to the
 * parent, write-only fields, and the name of a vessel, which the reference to the vessel shows too.
 */
export function childFields(entity: Entity, via: string): Field[] {
  const listed = entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name));
  const others = entity.fields.filter((field) => !listed.includes(field) && field.required);
  return [...listed, ...others].filter(
    ({ name, writeOnly }) => name !== via && name !== entity.premium?.name && !writeOnly,
  );
}

/**
 * The columns of a table that is edited on the page of its record: without copies of the record's fields, and, in a
 * closed table, without the state of rows that all are as they began.
 */
export const gridFields = (entity: Entity, via: string, closed: readonly Row[] | undefined): Field[] =>
  childFields(entity, via).filter((field) => !isCopyOfParent(field) && !(closed && isInitial(entity, field, closed)));

function isInitial({ machines }: Entity, { name }: Field, rows: readonly Row[]): boolean {
  const machine = machines.find(({ field }) => field === name);
  return machine !== undefined && rows.every((row) => row[name] === machine.initial);
}

/** Maximum length of a short text, such as a code. */
const MAX_SHORT = 11;
/** Maximum length of a usual text, such as an account number or a name. */
const MAX_USUAL = 40;

/** The minimum width of a column with typed text or figures, so that they can be read; undefined for other inputs. */
export function minWidthOf({ kind, maxLength, options, optionList }: Field): 'short' | 'usual' | 'long' | undefined {
  const usual = USUAL_LENGTHS[kind];
  if (options || optionList || usual === undefined) return undefined;
  const limit = maxLength ?? usual;
  return limit <= MAX_SHORT ? 'short' : limit <= MAX_USUAL ? 'usual' : 'long';
}

/** Field kinds that are typed, with their usual length. */
const USUAL_LENGTHS: Partial<Record<KindName, number>> = {
  money: 14,
  decimal: 10,
  rate: 10,
  percent: 10,
  integer: 10,
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
