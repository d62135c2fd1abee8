import type { Label } from './field.ts';

/** Properties of every rule. */
export interface RuleText {
  id: string;
  key?: string;
  message?: Label;
  spec: string[];
}

export interface Unique extends RuleText {
  fields: string[];
  where?: string;
  /** deleted rows are compared too, and saved values cannot change: a value is never used twice */
  forever?: true;
  /** texts that differ only in case are equal */
  ignoreCase?: true;
}

export interface NoOverlap extends RuleText {
  by: string[];
  from: string;
  to: string;
  where?: string;
  /** two absent values of a field of `by` are equal; otherwise rows without a value are not compared */
  absentIsOne?: true;
  /** texts of `by` that differ only in case are equal */
  ignoreCase?: true;
}

export interface Order extends RuleText {
  from: string;
  to: string;
}

/** `by`: the fields that identify the series, usually only the reference to the parent */
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
