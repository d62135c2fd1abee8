import type { Label } from './field.ts';

/** A tab or section of the form. */
export interface FormTab {
  label: Label;
  fields: string[];
  children?: string[];
}

/** `x-form.steps`: the states that a record normally passes through, in order, if `when` (CEL on the row) is true. */
export interface StepPath {
  when?: string;
  /** each one field of a machine → one of its states */
  states: Record<string, string>[];
}

/** A condition in `x-form.checklist`. */
export interface ChecklistItem {
  /** what must be true */
  label: Label;
  /** `true`: the record is in a state from which the operation starts */
  states?: true;
  /** message keys of guards of the operation */
  guards?: string[];
  /** CEL on the row, derived from `states` and `guards` */
  when: string;
  /** who does what */
  help?: Label;
  /** field on whose tab the work is done */
  field: string;
}

/** `x-form.checklist`: what must be done before an operation. */
export interface Checklist {
  label: Label;
  operation: string;
  items: ChecklistItem[];
}

/** `x-form`: the layout of the form and of the record's page. */
export interface Form {
  columns: number;
  tabs?: FormTab[];
  sections?: FormTab[];
  /** fields that are shown as key figures at the top of the record's page */
  figures?: string[];
  /** paths through the states; the first whose condition is true is shown at the top of the record's page */
  steps?: StepPath[];
  /** what must be done before an operation, shown beside the tabs of the record's page */
  checklist?: Checklist;
  /** field → CEL condition under which it is shown */
  show: Record<string, string>;
}
