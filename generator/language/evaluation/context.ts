import type { CurrencyPlaces } from '../currency.ts';
import type { Bindings } from '../expression/scope.ts';
import type { Violation } from '../violation.ts';

/** A normalised row as JSON, as the API returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Values beside the row with which it is validated and computed. */
export interface EvaluationContext extends Omit<Bindings, 'self'> {
  mode: 'create' | 'update';
  /** whether a form opens a new row, which gets the values of `x-propose` */
  proposes?: true;
  /** the minor units of currencies; without them, no amount is rounded or refused for its decimal places */
  places?: CurrencyPlaces;
}

/** A compiled validation: returns the violations of a row. */
export type RowValidator = (row: Row, context: EvaluationContext) => readonly Violation[];

/** Whether a value is absent in JSON: null, undefined or blank. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === '';

/** No violations; shared, so that a valid row allocates no list. */
export const NOTHING: readonly Violation[] = [];
