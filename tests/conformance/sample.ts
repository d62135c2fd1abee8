import type { Violation } from '../../generator/language/violation.ts';
import type { Entity } from '../../generator/model/entity.ts';

/** A row by field name, or some of its values. */
export type Row = Record<string, unknown>;

/** A field whose value is that of rows which must be there before: a reference, or a code of an editable list. */
export interface Link {
  field: string;
  by: string;
  targets: Sample[];
  many: boolean;
  /** the row that a rule wants it to lead to */
  wanted?: Sample;
  /** the caller's own, by which the row is the caller's to change */
  callers?: Sample;
  /** where it leads to the caller's own, a row that is not */
  other?: Sample;
}

/** A row that nobody wrote by hand, with all that must be there before it can be stored. */
export interface Sample {
  entity: Entity;
  /** what a create sends; where only the server knows the value of a link, a stand-in of the right form */
  row: Row;
  /** the same with defaults and formulae */
  whole: Row;
  links: Link[];
  /** rows of child entities that come along */
  children: Record<string, Sample[]>;
  /** the row above it, in whose bounds it was found */
  parent?: Sample;
  /** rows that its lookups find, where a rule reads them */
  lookups?: Record<string, Sample>;
  /** the states, by field, that it must be in for parts that are added later */
  opened?: Row;
}

/** A rule between rows that one row may break against another. */
export interface MayClash {
  rule: string;
  row: Row;
}

/** What is asked of a row beside the words of its schema. */
export interface Wish {
  /** `all` that can be written, the `least` that must be, or `some` of what may be left out; `all` when not said */
  fields?: 'all' | 'least' | 'some';
  /** values that are given */
  fixed?: Row;
  /** a condition in CEL that the row must meet */
  where?: string | undefined;
  /** the last word on each candidate; undefined passes it over */
  adjust?: (row: Row) => Row | undefined;
  /** whether what the row breaks is what is wanted; nothing broken, when not said */
  accepts?: (violations: readonly Violation[], whole: Row) => boolean;
  /** the row that this one changes */
  old?: Sample;
  /** the parent, for a child that comes along or stands beside another */
  parent?: Sample;
  /** whether it comes along with its parent: it refers to no other part of that then */
  along?: boolean;
  /**
   * a rule between rows that this one may break, and the row against which; others may then be drawn as if it were not
   * there
   */
  mayClash?: MayClash;
  /** how many rows of each child entity come along, where any does; 1 when not said */
  siblings?: number;
  /** the states that it must be brought to, once stored */
  opened?: Row;
  /** whether it may be one that only others than the caller may change */
  strangers?: boolean;
  /** whether it may break a rule that its parent has over all of its rows */
  loose?: boolean;
  /** whether its numbers are drawn low: many parts together may have to stay below what their whole allows */
  low?: boolean;
  /** so many candidates are tried below each parent, where few rows can be as wished */
  tries?: number;
  /** the days from which dates are drawn, both included: most of them, or `only` */
  within?: readonly [from: string, to: string];
  only?: boolean;
}
