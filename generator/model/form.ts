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

/** `x-form`: the layout of the form and of the record's page. */
export interface Form {
  columns: number;
  tabs?: FormTab[];
  sections?: FormTab[];
  /** fields that are shown as key figures at the top of the record's page */
  figures?: string[];
  /** paths through the states; the first whose condition is true is shown at the top of the record's page */
  steps?: StepPath[];
  /** field → CEL condition under which it is shown */
  show: Record<string, string>;
}
