import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import type { Problem } from '../form/problem.ts';

/** A cell: the key of its row, and the name of its field. */
export interface Place {
  id: string;
  name: string;
}

/** A total under a column, as decimal text. */
export interface ColumnTotal {
  value: string;
  /** the currency of all its amounts, if they have one */
  currency?: string | undefined;
  /** what the total is above the parent's value, which may not differ; absent within the tolerance */
  difference?: string | undefined;
}

/**
 * The rows of a child entity while they are edited. They live outside React: a cell renders again only when something
 * that it shows changes. `FormRows` are saved with their form, `SavedRows` by themselves.
 */
export interface ChildRows {
  readonly child: Child;
  readonly entity: Entity;
  /** whether a whole row or one cell shows inputs; problems are below the row, or beside the cell */
  readonly unit: 'row' | 'cell';
  subscribe: (listener: () => void) => () => void;
  /** The keys of all rows, added ones last; the same list until a row comes or goes. */
  keys: () => readonly string[];
  /** The row's values, with its reference to the parent where that is known. */
  row(id: string): Row;
  value(id: string, name: string): unknown;
  problems(id: string, name: string): readonly Problem[];
  /** All problems of a row that are shown below it. */
  rowProblems(id: string): readonly { field: string; problem: Problem }[];
  /** Rows with problems below them; the same list until one is added or removed. */
  rowsWithProblems: () => readonly string[];
  /** Whether a person may edit the field of this row. */
  isOpen(id: string, field: Field): boolean;
  /** Whether a value is marked as changed. */
  isChanged(id: string, name: string): boolean;
  /** Whether a cell shows its input. */
  isEdited(id: string, name: string): boolean;
  /** Whether a cell takes the focus. */
  isActive(id: string, name: string): boolean;
  activate(place: Place | undefined): void;
  /** Sets a field, and the fields that a chosen row fills. */
  set(id: string, name: string, value: unknown, fill?: Row): void;
  /** Sets several fields of a row, those that may be edited. */
  fill(id: string, values: Row): void;
  /** Adds rows at the end. */
  add(presets?: readonly Row[]): void;
  isSummed(field: Field): boolean;
  /** The total of a summed field over some rows. */
  total(field: Field, ids: readonly string[]): ColumnTotal;
}
