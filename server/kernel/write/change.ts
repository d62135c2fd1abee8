import type { JudgeContext } from '../../../generator/language/judge.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Changes } from './audit.ts';
import type { Body, Row } from './body.ts';
import type { ChildValues } from '../keywords/childSets.ts';
import type { LookedUp } from './lookups.ts';
import type { Parent } from './parent.ts';

/** Values and options of a change that only the server sets, such as a machine's state. */
export interface SystemInput {
  values?: Row;
  /** the action of the audit line, when it is no plain create, update or delete */
  action?: string;
  /** the row is saved by an operation on its parent, whose rights and gates cover it */
  underParent?: true;
  /** derived values are synchronised; the change that caused it has passed the gates */
  isSync?: true;
  /** input beside the row's fields, such as an opinion: kept in the audit line */
  notes?: Row;
  /** columns of a new row that are stored as they are: the hash of a password that was typed elsewhere */
  stored?: Row;
  /** `rev` and updater stay: the change does not concern users who have the row open */
  aside?: true;
  /** the answer omits large child tables (`x-child.grid`) */
  few?: boolean;
}

/** A change of one row. A save is a list of changes. */
export interface Change {
  runtime: EntityRuntime;
  operation: 'create' | 'update' | 'delete';
  /** of a stored row */
  id?: string;
  rev?: number;
  /** the request body: fields, and children under their entities' names */
  input?: unknown;
  /** instead of `input`: fields that are normalised and checked for unknown names */
  body?: Body;
  /** instead of `id` and `rev`: the stored row, locked by the caller */
  before?: Row;
  /** the parent's row, locked and checked by the caller */
  parent?: Row;
  system?: SystemInput;
}

/** A row as it was written. */
export interface Saved {
  id: string;
  rev: number;
  /** the row as JSON text, printed by the database; in an answer as its reader sees it, with children */
  json: string;
  /** the row as it was written, parsed on first use */
  readonly row: Row;
}

/** One change on its way through the steps of a save; each step adds its results. */
export interface RowSave {
  readonly kernel: Kernel;
  readonly context: Context;
  readonly change: Change;
  readonly runtime: EntityRuntime;
  readonly system: SystemInput;
  /** load: the stored row; absent for a new one */
  before?: Row;
  /** load: the input */
  body: Body;
  /** gate: the parent's row, for expressions */
  parent?: Row;
  /** gate: the parent when the row is saved by itself: recomputed afterwards */
  ownParent?: Parent;
  /** gate: the parent that the row is moved away from */
  formerParent?: Parent;
  /** set: values that the server sets */
  systemValues: Row;
  /** set: parent fields written by submitted children */
  childValues: ChildValues;
  /** set: the row before its formulas are evaluated */
  entered: Row;
  /** compute: the row; write: as it was written */
  row: Row;
  /** compute: what expressions read beside the row */
  scope?: JudgeContext;
  /** compute: the rows that lookups find, where they are known already */
  lookups?: LookedUp;
  /** write: the columns that change; absent for a new row */
  columns?: Row;
  /** write: the changes of the audit line, without notes */
  audited: Changes;
  /** write: whether anything was written */
  isWritten: boolean;
  /** write */
  saved?: Saved;
  /** Saves further changes that follow from this one, in the same transaction. */
  saveMore(changes: readonly Change[], context: Context): Promise<readonly Saved[]>;
}

/** The stored row as JSON text, with its parsed form on demand. @param json begins with id and rev, as PostgreSQL prints rows */
export function savedRow(json: string): Saved {
  // columns of their own for id and rev would be described with each answer
  const [, id, rev] = /^\{"id":"(\d+)","rev":(\d+)/.exec(json)!;
  let row: Row | undefined;
  return {
    id: id!,
    rev: Number(rev),
    json,
    get row() {
      return (row ??= JSON.parse(json) as Row);
    },
  };
}

/** A saved row with another text for its answer. */
export const answeredAs = (saved: Saved, json: string): Saved => ({
  id: saved.id,
  rev: saved.rev,
  json,
  get row() {
    return saved.row;
  },
});

/** A stored row that a save left as it was. */
export const unchangedRow = (row: Row): Saved => ({
  id: String(row['id']),
  rev: Number(row['rev']),
  json: JSON.stringify(row),
  row,
});
