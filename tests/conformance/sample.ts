import type { Violation } from '../../generator/language/violation.ts';
import type { Entity } from '../../generator/model/entity.ts';

/** A row or some of its values, by field name. */
export type Row = Record<string, unknown>;

/** A field whose value comes from rows that must exist before: a reference, or a code of an editable list. */
export interface Link {
  field: string;
  by: string;
  targets: Sample[];
  many: boolean;
  /** the target that a rule requires */
  wanted?: Sample;
  /** the target that permits the caller to change the row */
  callers?: Sample;
  /** a target other than that of the caller */
  other?: Sample;
}

/** A generated row, with all rows that must exist before it can be stored. */
export interface Sample {
  entity: Entity;
  /** the create body; placeholders of the right form for links whose value only the server knows */
  row: Row;
  /** the same with defaults and formulas */
  full: Row;
  links: Link[];
  /** rows of child entities that are created with it */
  children: Record<string, Sample[]>;
  /** its parent, within whose limits it was generated */
  parent?: Sample;
  /** rows that its lookups find, where a rule reads them */
  lookups?: Record<string, Sample>;
  /** the states, by field, that it must have before children are added later */
  opened?: Row;
}

/** A rule between rows that one row may break against another. */
export interface MayClash {
  rule: string;
  row: Row;
}

/** Options of a generated row besides the keywords of its schema. */
export interface SampleOptions {
  /** `all` writable fields, the `least` required ones, or `some` of the optional ones; default `all` */
  fields?: 'all' | 'least' | 'some';
  /** fixed values */
  fixed?: Row;
  /** a condition in CEL that the row must meet */
  where?: string | undefined;
  /** changes each candidate; undefined skips it */
  adjust?: (row: Row) => Row | undefined;
  /** whether the violations are the wanted ones; default: no violations */
  accepts?: (violations: readonly Violation[], full: Row) => boolean;
  /** the row that this one changes */
  old?: Sample;
  /** the parent, for a child that is created with it or beside another */
  parent?: Sample;
  /** whether it is created with its parent: it then refers to no other child of that */
  along?: boolean;
  /**
   * a rule between rows that this one may break, and the row against which; others are generated as if that row did not
   * exist
   */
  mayClash?: MayClash;
  /** how many rows of each child entity are created with it, if any; default 1 */
  siblings?: number;
  /** the states that it must get once stored */
  opened?: Row;
  /** whether other users may be the only ones who can change it */
  strangers?: boolean;
  /** whether it may break a rule that its parent has over all its children */
  loose?: boolean;
  /** whether its numbers are small: many children together may have to stay below a limit of their parent */
  low?: boolean;
  /** how many candidates are tried under each parent, if few rows match */
  tries?: number;
  /** the days from which dates are generated, inclusive: most of them, or all with `only` */
  within?: readonly [from: string, to: string];
  only?: boolean;
}
