import type { CurrencyPlaces } from '../currency.ts';
import type { Bindings } from '../expression/scope.ts';
import type { Violation } from '../violation.ts';

/** A row as JSON: what the API takes and gives, normalised. */
export type Row = Readonly<Record<string, unknown>>;

/** What a row is judged and computed with beside itself. */
export interface EvaluationContext extends Omit<Bindings, 'self'> {
  mode: 'create' | 'update';
  /** the minor units of currencies; without them no amount is rounded or refused for its places */
  places?: CurrencyPlaces;
}

/** One rule at work: what a row breaks of it. */
export type RowValidator = (row: Row, context: EvaluationContext) => readonly Violation[];

/** Absent in JSON: null, left out, or blank. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === '';

export const NOTHING: readonly Violation[] = [];
