import type { Label } from './field.ts';

/** A headed group of fields. */
export interface FormSection {
  label: Label;
  fields: string[];
}

/**
 * What the page of a record shows besides its fields and children. Approval log and messages have a tab of their own
 * unless a tab names them; chronology and documents are shown only where a tab names them.
 */
export type FormPanel = 'approval' | 'messages' | 'chronology' | 'documents';

/** A tab or section of the form. */
export interface FormTab extends FormSection {
  /** further fields with headings, below `fields` */
  sections?: FormSection[];
  children?: string[];
  /** entities of `x-related` whose rows the tab of the page shows */
  related?: string[];
  panels?: FormPanel[];
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
  /** fields that the form of a new record asks for; the others are shown on request */
  create?: string[];
  /** fields that are shown in a line under the title of the record's page */
  header?: string[];
  /** what cannot be done with a record while it, or one of its children, waits for an approval */
  waiting?: Label;
  /** fields that are shown as key figures at the top of the record's page */
  figures?: string[];
  /** paths through the states; the first whose condition is true is shown at the top of the record's page */
  steps?: StepPath[];
  /** an action with one text as its input, which is a box beside the latest changes on the record's page */
  note?: string;
  /** what must be done before an operation, shown beside the tabs of the record's page */
  checklist?: Checklist;
  /** read-only fields that no page, list or history shows */
  hidden?: string[];
  /** field → CEL condition under which it is shown */
  show: Record<string, string>;
}
