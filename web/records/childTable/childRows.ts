import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Row } from '../../fields/types.ts';
import type { FormProblem } from '../form/problem.ts';

/** Identifies a cell by the key of its row and the name of its field. */
export interface CellAddress {
  id: string;
  name: string;
}

/** A total under a column, as decimal text. */
export interface ColumnTotal {
  value: string;
  /** the common currency of the amounts; absent if they differ */
  currency?: string | undefined;
  /** total minus the value that the parent requires (`x-sum`); absent within the tolerance */
  difference?: string | undefined;
}

/**
 * The rows of a child entity while they are edited. Their state is outside React, so that a cell renders again only
 * when its content changes. `FormRows` are saved with the form of their parent, `SavedRows` without it.
 */
export interface ChildRows {
  readonly child: Child;
  readonly entity: Entity;
  /**
   * `row`: the active row shows inputs, with its problems below it; `cell`: the active cell shows an input, with its
   * problems beside it
   */
  readonly unit: 'row' | 'cell';
  /** Calls a listener on every change of the table. @returns a function that unsubscribes it */
  subscribe: (listener: () => void) => () => void;
  /** Calls a listener on changes that the cells of a row may show. @returns a function that unsubscribes it */
  subscribeRow: (id: string, listener: () => void) => () => void;
  /** The keys of all rows, added rows last; the same array until a row is added or removed. */
  keys: () => readonly string[];
  /** The row's values, with its reference to the parent if that is known. */
  row(id: string): Row;
  value(id: string, name: string): unknown;
  problems(id: string, name: string): readonly FormProblem[];
  /** All problems of a row that are shown below it. */
  rowProblems(id: string): readonly { field: string; problem: FormProblem }[];
  /** Keys of the rows with problems below them; the same array until it changes. */
  rowsWithProblems: () => readonly string[];
  /** Whether the user may edit the field of this row. */
  isEditable(id: string, field: Field): boolean;
  /** Whether a value is marked as changed. */
  isChanged(id: string, name: string): boolean;
  /** Whether a cell shows its input. */
  isEdited(id: string, name: string): boolean;
  /** Whether a cell takes the focus. */
  isActive(id: string, name: string): boolean;
  activate(address: CellAddress | undefined): void;
  /** Sets a field, and the fields filled from a chosen row (`x-ref.fill`). */
  set(id: string, name: string, value: unknown, fill?: Row): void;
  /** Sets several fields of a row and skips fields that may not be edited. */
  fill(id: string, values: Row): void;
  /** Adds rows at the end. With `problems` given, problems of the values in `presets` are shown at once. */
  add(presets?: readonly Row[], problems?: 'shown'): void;
  /** Shows a problem at a cell until its value changes or the rows are saved. */
  report(id: string, name: string, problem: FormProblem): void;
  /** Whether the column of a field has a total. */
  isSummed(field: Field): boolean;
  /** The total of a summed field over some rows. */
  total(field: Field, ids: readonly string[]): ColumnTotal;
}
