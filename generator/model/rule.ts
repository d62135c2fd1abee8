import type { Label } from './field.ts';

/** What every rule may carry beside its own words. */
export interface RuleText {
  id: string;
  key?: string;
  message?: Label;
  spec: string[];
}

export interface Unique extends RuleText {
  fields: string[];
  where?: string;
  /** deleted rows are compared as well, and the fields stay once saved: what a row had no other has ever */
  forever?: true;
  /** texts that differ in capitals only are one */
  ignoreCase?: true;
}

export interface NoOverlap extends RuleText {
  by: string[];
  from: string;
  to: string;
  where?: string;
  /** rows that both lack a field of `by` are of one thing; else they are of none */
  absentIsOne?: true;
  /** texts of `by` that differ in capitals only are one */
  ignoreCase?: true;
}

export interface Order extends RuleText {
  from: string;
  to: string;
}

/** `by`: the fields that name the series, usually the reference to the parent alone */
export interface Sequence {
  by: string[];
  field: string;
  start: number;
  deleteLastOnly: boolean;
}

export interface Sum extends RuleText {
  of: { fields: string[] } | { child: string; field: string };
  /** decimal text, or the name of a field of this row */
  equals: string;
  /** decimal text, ≥ 0 */
  tolerance: string;
  when?: string;
}

export interface Rule extends RuleText {
  when?: string;
  assert: string;
  at: string[];
  level: 'error' | 'warning';
  /** `x-immutable`: reported only at those fields of `at` that changed */
  immutable?: true;
}

/**
 * `x-latest`: of the live rows with equal values of `by`, the one with the latest `from` has Y in `field`, all others
 * N.
 */
export interface Latest {
  field: string;
  by: string[];
  from: string;
}
