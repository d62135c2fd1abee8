import type { Label } from './field.ts';

export interface FormTab {
  label: Label;
  fields: string[];
  children?: string[];
}

/** `figures`: fields on top of the record's page */
export interface Form {
  columns: number;
  tabs?: FormTab[];
  sections?: FormTab[];
  figures?: string[];
  show: Record<string, string>;
}
