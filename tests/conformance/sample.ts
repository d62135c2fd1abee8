import type { Violation } from '../../generator/language/violation.ts';
import type { Entity } from '../../generator/model/entity.ts';

/** A row or some of its values, by field name. */
export type Row = Record<string, unknown>;

/** A field whose value comes from rows that must be stored first: a reference, or a code of an editable list. */
export interface Link {
  field: string;
  by: string;
  targets: Sample[];
  many: boolean;
  /** the target that a rule requires */
  required?: Sample;
  /** the target that permits the caller to change the row */
  permitting?: Sample;
  /** a target other than that of the caller */
  other?: Sample;
}

/** A generated row, with all rows that must exist before it can be stored. */
export interface Sample {
  entity: Entity;
  /** the create body; links to ids have placeholders, as the server assigns ids */
  row: Row;
  /** the same with defaults and formulas */
  full: Row;
  links: Link[];
  /** rows of child entities that are created with it */
  children: Record<string, Sample[]>;
  /** its parent, within whose limits it was generated */
  parent?: Sample;
  /** rows that its lookups find, by name of the lookup, if a rule reads them */
  lookups?: Record<string, Sample>;
  /** `candidates` and `matches` of lookups by period, by name of the lookup */
  lookupCounts?: Record<string, Row>;
  /** states, by field, that are written after the row is stored */
  laterStates?: Row;
  /** rows whose ids are among these values, by field */
  laterLinks?: Readonly<Record<string, Sample>>;
}

/** A rule over several rows that a generated row may violate together with another row. */
export interface MayClash {
  rule: string;
  row: Row;
}

/** Options of a generated row besides the keywords of its schema. */
export interface SampleOptions {
  /** `all` writable fields, only `required` ones, or these and `some` optional ones; default `all` */
  fields?: 'all' | 'required' | 'some';
  /** fixed values */
  fixed?: Row;
  /** rows to which references must be, by field */
  linked?: Readonly<Record<string, Sample>>;
  /** the rule that the row must break */
  breaks?: string;
  /** a condition in CEL that the row must meet */
  where?: string | undefined;
  /** changes each candidate; undefined skips it */
  adjust?: (row: Row) => Row | undefined;
  /** whether the violations are the expected ones; default: there are none */
  accepts?: (violations: readonly Violation[], full: Row) => boolean;
  /** the row that this one changes */
  old?: Sample;
  /** the parent, for a child that is created with it or beside another */
  parent?: Sample;
  /** whether it is created with its parent: it then cannot refer to another child of that parent */
  isCreatedWithParent?: boolean;
  /** a rule over several rows that this one may violate, and the other row */
  mayClash?: MayClash;
  /** number of rows of each child entity that are created with it; default 1 */
  siblings?: number;
  /** the only child entity of which there are so many */
  siblingsOf?: string;
  /** an optional child entity of which none are created with it */
  without?: string;
  /** states, by field, that are written after the row is stored */
  laterStates?: Row;
  /** whether it may be a row that only other users can change */
  mayBelongToOthers?: boolean;
  /** whether it may break a rule that its parent has over all its children */
  mayBreakParent?: boolean;
  /** whether its numbers are small, so that the total of many children stays below a limit in their parent */
  hasSmallNumbers?: boolean;
  /** number of candidates that are tried under each parent */
  tries?: number;
  /** the first and last day for generated dates; some dates lie outside unless `alwaysWithin` is set */
  within?: readonly [from: string, to: string];
  alwaysWithin?: boolean;
}
