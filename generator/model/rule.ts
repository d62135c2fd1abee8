import type { Label } from './field.ts';

/** Properties of every rule. */
export interface RuleText {
  id: string;
  key?: string;
  message?: Label;
  spec: string[];
}

/** A rule of any keyword in a common form, which test cases, reports and access rights use for all keywords. */
export interface KeywordRule {
  /** the keyword of the rule: `x-order` */
  word: string;
  /** unique within the entity */
  id: string;
  /** message key of a violation: that of the rule, or the generic one of the keyword */
  key: string;
  /** message that the schema declares for this rule */
  message?: Label;
  /** `warning`: a user can accept a violation; absent: an error */
  level?: 'warning';
  /** the fields, or child entities, at which a violation is reported */
  at: readonly string[];
  /** the fields of the row that the rule reads, including those in expressions */
  fields: readonly string[];
  /** condition in CEL: the rule applies only to rows for which it is true */
  when?: string;
}

/** `x-unique`: no two live rows have equal values. */
export interface Unique extends RuleText {
  fields: string[];
  where?: string;
  /** a value is never used twice: deleted rows are compared too, and saved values cannot change */
  forever?: true;
  /** texts that differ only in case are equal */
  ignoreCase?: true;
  /** other entities whose live rows are compared too; each has a rule with the same id and fields */
  among?: string[];
}

/** `x-noOverlap`: the periods (`from` to `to`) of rows with equal values of `by` do not overlap. */
export interface NoOverlap extends RuleText {
  by: string[];
  from: string;
  to: string;
  where?: string;
  /** absent values of a field of `by` are equal; without this, rows with an absent value are not compared */
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
 * `x-sequence`: `field` has consecutive numbers among the rows with equal values of `by`. Usually `by` is the reference
 * to the parent.
 */
export interface Sequence {
  by: string[];
  /** rows without a value in an optional field of `by` form one series */
  absentIsOne?: true;
  field: string;
  start: number;
  deleteLastOnly: boolean;
}

/** `x-sum`: the total of several fields, or of a field of all children, equals a value. */
export interface Sum extends RuleText {
  of: { fields: string[] } | { child: string; field: string };
  /** decimal text, or the name of a field of this row */
  equals: string;
  /** decimal text, ≥ 0 */
  tolerance: string;
  when?: string;
  /** whether a row of the child that is saved by itself must keep the total */
  alone?: true;
}

/** `x-rule`: if `when` is true, `assert` must not be false. */
export interface Rule extends RuleText {
  when?: string;
  assert: string;
  at: string[];
  level: 'error' | 'warning';
  /** values of further placeholders in the message */
  params?: Readonly<Record<string, Label>>;
  /** the rule comes from `x-child.when` of this entity, the parent */
  ofParent?: string;
  /** the rule comes from `x-immutable`, and is reported only at those fields of `at` that changed */
  immutable?: true;
}

/**
 * `x-latest`: among the live rows with equal values of `by`, the row with the latest `from` has Y in `field`, and all
 * other rows have N.
 */
export interface Latest {
  field: string;
  by: string[];
  from: string;
}
