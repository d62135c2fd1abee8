import type { Label } from './field.ts';

/** A tab or section of the form. */
export interface FormTab {
  label: Label;
  fields: string[];
  children?: string[];
}

/** `x-form`: the layout of the form and of the record's page. */
export interface Form {
  columns: number;
  tabs?: FormTab[];
  sections?: FormTab[];
  /** fields that are shown as key figures at the top of the record's page */
  figures?: string[];
  /** field → CEL condition under which it is shown */
  show: Record<string, string>;
}
