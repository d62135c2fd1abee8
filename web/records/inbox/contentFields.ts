import type { Decimal } from '../../../generator/language/decimal.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** Maximum number of amounts in the table of a child. */
const MAX_AMOUNTS = 3;

/** Whether a field contains files that the user may see. */
export const isFile = ({ kind, writeOnly }: Field): boolean => (kind === 'file' || kind === 'files') && !writeOnly;

/**
 * Fields of a record that are shown to its approvers beside its key figures: the columns of its list that have a value.
 * Omits states, files, currencies, what the record stores about its approval (`x-approval.keeps`), and what its title
 * contains.
 */
export function decidedFields({ fields, list, form, approval, title }: Entity, row: Row): string[] {
  const { deciders, ...kept } = approval?.keeps ?? {};
  const omitted = new Set([...Object.values(kept), ...Object.values(deciders ?? {}), ...(form.figures ?? [])]);
  return list.columns.filter((name) => {
    const field = fields.find((one) => one.name === name);
    return (
      field !== undefined &&
      !field.state &&
      !isFile(field) &&
      !omitted.has(name) &&
      !isAbsent(row[name]) &&
      !title.en.includes(`{${name}}`) &&
      !isCurrency(fields, name)
    );
  });
}

/** Whether a field contains the currency of an amount, which is shown beside it. */
const isCurrency = (fields: readonly Field[], name: string): boolean =>
  fields.some(({ currency }) => currency && 'field' in currency && currency.field === name);

/** The amounts of a child's rows: those that are totalled (`x-child.figures`), else those of its list. */
export const amountFields = ({ figures }: Child, { fields, list }: Entity): Field[] =>
  (figures?.sums ?? list.columns).flatMap((name) =>
    fields.filter((field) => field.name === name && field.kind === 'money'),
  );

/** The amounts to show: the main one, and others that have a value in one of the rows. */
export function shownAmounts(amounts: readonly Field[], main: Field, rows: readonly Row[]): Field[] {
  const filled = amounts.filter((field) => field !== main && rows.some((row) => !isAbsent(row[field.name])));
  const shown = new Set([main, ...filled.slice(0, MAX_AMOUNTS - 1)]);
  return amounts.filter((field) => shown.has(field));
}

/**
 * The amount by which rows of a child are sorted: the one that is compared with other versions, else the last total;
 * without totals the first amount of the list.
 */
export const mainAmount = ({ figures }: Child, amounts: readonly Field[]): Field =>
  figures ? (amounts.find(({ name }) => name === figures.compare) ?? amounts.at(-1)!) : amounts[0]!;

/** Rows in descending order of the size of an amount. */
export const byAmount = (rows: readonly Row[], { name }: Field): Row[] => {
  const size = (row: Row): Decimal => decimalOf(row[name]).abs();
  return rows.toSorted((a, b) => size(b).comparedTo(size(a)));
};
