import type { ComponentType } from 'react';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** A row of the API: JSON values by field name. */
export type Row = Record<string, unknown>;

/** The props of every input. `value` is the field's JSON value, null if absent. */
export interface InputProps {
  field: Field;
  value: unknown;
  /** `fill`: further fields of the row to set with it, by `x-ref.fill` */
  onChange: (value: unknown, fill?: Row) => void;
  disabled?: boolean;
  id?: string;
  status?: 'error' | 'warning';
  entity?: Entity;
  row?: Row;
  /** an input without suffixes and hints, for a cell of a table */
  compact?: boolean;
  'aria-describedby'?: string;
  'aria-label'?: string;
}

/** The props of every cell, which shows a value. */
export interface CellProps {
  field: Field;
  value: unknown;
  row?: Row;
  /** the entity of the row; colours its states */
  entity?: Entity;
  /** shows the whole value, as on the record's page; in a list it has one line */
  full?: boolean;
}

/** Component that edits a value. */
export type Input = ComponentType<InputProps>;
/** Component that shows a value. */
export type Cell = ComponentType<CellProps>;

/** Whether a value counts as absent: null, undefined, blank text or an empty list. */
export const isAbsent = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The names of the fields that have a value. */
export const namesWithValue = (row: Row): string[] => Object.keys(row).filter((name) => !isAbsent(row[name]));

/** The value as text for an input; an absent value is ''. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
