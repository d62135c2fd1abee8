import type { Label } from './field.ts';

/** `x-print`: a document of a record, printed as PDF. */
export interface PrintedDocument {
  name: string;
  label: Label;
  /** condition on the record; absent: each record has the document */
  when?: string;
  /** condition on the record; until it is true, the document is marked as a draft */
  final?: string;
  sections: DocumentSection[];
  /** the children that are printed as a table */
  lines?: { child: string; columns: string[] };
  /** amounts below the table; the last one is emphasised */
  totals?: string[];
  /** a closing sentence */
  text?: Label;
  /** who signs */
  signatures?: Label[];
}

/** Fields of the record, or of a record that it refers to. */
export interface DocumentSection {
  label?: Label;
  /** the reference to the record with the fields */
  of?: string;
  fields: DocumentField[];
}

/** A field, or one for each language of the document with a label for both. */
export type DocumentField = string | { english: string; chinese: string; label: Label };
