import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import type { Rules } from './rules.ts';

/** The part of a row's draft that `ChildDrafts` and conflicts use. */
export interface RowDraft {
  readonly rules: Rules;
  readonly entity: Entity;
  /** the row as it was read; absent for a new one */
  readonly original: Row | undefined;
  readonly values: Row;
  readonly isNew: boolean;
  value(name: string): unknown;
  isDirty(): boolean;
  /** The body of the request that saves the row. */
  body(): Row;
  /** Discards all changes and starts from a newly read row. */
  reset(original: Row): void;
  /** Applies the changes to a newly read row, with the values on which the user decided. */
  rebase(current: Row, decided: Row): void;
  announceRow(): void;
}

/** The part of a parent's draft that `ChildDrafts` use. */
export interface ParentDraft {
  subscribe(listener: () => void): () => void;
  childChanged(): void;
}
