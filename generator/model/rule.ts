import type { Label } from './field.ts';

/** Properties of every rule. */
export interface RuleText {
  id: string;
  key?: string;
  message?: Label;
  spec: string[];
}

/** A rule of any keyword, described in one form. Cases, reports and access rights use it without knowing the keyword. */
export interface KeywordRule {
  /** the keyword of the rule: `x-order` */
  word: string;
  /** unique within the entity */
  id: string;
  /** message key of a violation: that of the rule, or the generic one of the keyword */
  key: string;
  /** message of the rule itself */
  message?: Label;
  /** a user can accept a violation; absent: an error */
  level?: 'warning';
  /** the fields, or child entities, at which a violation is reported */
  at: readonly string[];
  /** the fields of the row that the rule reads, in expressions too */
  fields: readonly string[];
  /** condition in CEL: the rule applies only to rows for which it is true */
  when?: string;
}

/** `x-unique`: no two live rows have equal values. */
export interface Unique extends RuleText {
  fields: string[];
  where?: string;
  /** deleted rows are compared too, and saved values cannot change: a value is never used twice */
  forever?: true;
  /** texts that differ only in case are equal */
  ignoreCase?: true;
}

/** `x-noOverlap`: periods of rows with equal values of `by` do not overlap. */
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

/** `x-order`: `from` is not after `to`. */
export interface Order extends RuleText {
  from: string;
  to: string;
}

/**
 * `x-sequence`: numbers without gaps in `field`, for each value of `by`, which is usually only the reference to the
 * parent.
 */
export interface Sequence {
  by: string[];
  field: string;
  start: number;
  deleteLastOnly: boolean;
}

/** `x-sum`: the total of fields, or of a child's field, equals a value. */
export interface Sum extends RuleText {
  of: { fields: string[] } | { child: string; field: string };
  /** decimal text, or the name of a field of this row */
  equals: string;
  /** decimal text, ≥ 0 */
  tolerance: string;
  when?: string;
}

/** `x-rule`: where `when` is true, `assert` must not be false. */
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
