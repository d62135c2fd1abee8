import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import type { Rules } from './rules.ts';

/** The draft of one row, as far as a list of child rows and a conflict need it. */
export interface RowDraft {
  readonly rules: Rules;
  readonly entity: Entity;
  /** the row as it was read; absent for a new one */
  readonly original: Row | undefined;
  readonly values: Row;
  readonly isNew: boolean;
  value(name: string): unknown;
  isDirty(): boolean;
  /** The body of the request that saves it. */
  body(): Row;
  /** Starts again from a row that was just read. */
  reset(original: Row): void;
  /** Applies the changes to the row as it was read again, with the decided values. */
  rebase(current: Row, decided: Row): void;
  announceRow(): void;
}

/** The draft of a record with child rows. */
export interface ParentDraft {
  subscribe(listener: () => void): () => void;
  childChanged(): void;
}
