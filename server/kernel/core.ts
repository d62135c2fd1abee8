import type { Pool } from 'pg';
import type { EntityModule } from '../../generator/emit/validators.ts';
import type { Guard } from '../../generator/emit/ddl/shape.ts';
import type { KeywordName } from '../../generator/keywords/names.ts';
import type { EntityJudge, JudgeContext } from '../../generator/language/judge.ts';
import type { Violation } from '../../generator/language/violation.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Sends } from '../../generator/model/operation.ts';
import type { Shares } from '../db/shares.ts';
import type { Context, Queryable } from './context.ts';
import type { Currencies } from './currencies.ts';
import type { LockOrder } from './heldLocks.ts';
import type { OptionLists } from './options.ts';
import type { Totals } from './read/totals.ts';
import type { Body, Row } from './row.ts';

/*
 * The interfaces of the kernel that refer to each other: the kernel, an entity at run time, a save, and what keywords
 * and business areas add to a save. Types only, so that no module of the kernel imports another one in a circle.
 */

/** The engine at work on one database. */
export interface Kernel {
  pool: Pool;
  /**
   * A few sessions for short statements beside a transaction that is open. Were they of `pool`, as many transactions as
   * that has sessions could all hold one and wait for one more, for good.
   */
  aside: Pool;
  /** sessions that all share, for reads of one row outside a transaction */
  shared: Queryable;
  /**
   * The sessions of exports, which keep one for as long as their readers take: they may never be all that the product
   * has.
   */
  exports: Pool;
  registry: Registry;
  totals: Totals;
  optionLists: OptionLists;
  currencies: Currencies;
  /** entity → what its business area adds to its saves */
  domain: Map<string, DomainRules>;
  /** what actions do, by the names that schemas call it by */
  effects: Map<string, Effect>;
  outbox: Outbox;
  /** The rate that serves on a day, 1 `fromCur` = `rate` `toCur`. @throws Refusal where none does */
  exchangeRate(asked: { fromCur: string; toCur: string; date: string }, context: Context): Promise<{ rate: string }>;
  /** the business zone: what "today" and a day of instants mean */
  timeZone: string;
  /** rows of `table` were written: what is cached of it is of the past, here and on every other server */
  written(table: string): void;
  /** the calls of one person that hold a session of `pool` */
  people: Shares;
  /** the transactions that hold or await the lock of one row */
  rows: Shares;
  /** in which order rows of several tables are locked (decision 43) */
  lockOrder: LockOrder;
  /** Is told of a lock that was taken against that order. */
  lockOrderBroken(message: string): void;
  /** What was to follow something that is written did not (`Context.followUp`). */
  followUpFailed(error: unknown): void;
}

/** An entity with everything that is worked out of it once, when the server starts. */
export interface EntityRuntime {
  entity: Entity;
  /** own fields and the kernel's, by name */
  fields: ReadonlyMap<string, Field>;
  /** the names under which its rows are known in history and to-dos: its own, and those of its kinds */
  names: readonly string[];
  /** its child entities, by name */
  children: ReadonlyMap<string, Child>;
  judge: EntityJudge;
  statements: EntityStatements;
  /** the fields that are stored as hashes */
  passwords: readonly string[];
  /** the fields that hold ids of uploaded files */
  fileFields: readonly Field[];
  /** the fields whose codes are those of a list that staff keep */
  listFields: readonly Field[];
  /** some field says its currency, whose minor units count */
  hasCurrencies: boolean;
  /** what its keywords add to a save, in order */
  keywords: readonly SaveKeyword[];
  /** a row is locked before it changes, because a save reads or writes other rows too */
  locksRow: boolean;
  /** a save reads or writes other rows too */
  needsTransaction: boolean;
  /** writes of many rows that go row by row, because of its keywords */
  rowByRow: ReadonlySet<SetWrite>;
  /** some expression of it reads its children */
  readsChildren: boolean;
  /**
   * What it holds or forbids rests on its children, so that it is worked out again when one of them is saved by itself;
   * what it only warns of is asked at its own saves.
   */
  followsChildren: boolean;
}

/** The model at work: what the kernel looks things up in. Immutable; a new model makes a new registry. */
export interface Registry {
  model: Model;
  entities: ReadonlyMap<string, EntityRuntime>;
  /** constraint name → the rule that it guards */
  guards: ReadonlyMap<string, Guard>;
  /** the entity whose rows are the to-dos of approvals (`x-entity.tasks`) */
  tasks?: EntityRuntime;
  /**
   * an entity as the browser loads it, worked out when it is first asked for; undefined where there is no such entity
   */
  moduleOf(name: string): EntityModule | undefined;
}

/** The statements of an entity that never change, written once when the server starts. */
export interface EntityStatements {
  /** the select list of a whole row `t` */
  selectList: string;
  /** columns that a create writes, in the order of its bound values */
  insertColumns: Field[];
  insert: string;
  /**
   * the same for many rows: an array for each column, then the audit lines' changes as one JSON list, the user, the
   * request, the action
   */
  insertMany: string;
  /** reads one live row by `$1` = id */
  readRow: string;
  /** the same, and holds it against other writers until the transaction ends */
  lockRow: string;
}

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
  lookups?: NonNullable<JudgeContext['lookups']>;
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

/** The parent of a row, locked until the transaction ends. */
export interface Parent {
  runtime: EntityRuntime;
  row: Row;
  via: string;
}

/** Parent fields written by submitted children, and the parent values that each new child replaced. */
export interface ChildValues {
  set: Row;
  former: ReadonlyMap<Row, Row>;
}

/** Changed fields with their values before and after, as history shows them. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/**
 * A way to write many rows of an entity in one statement. `…WithParent`: the rows are written by an operation on their
 * parent, which is locked and whose own steps cover them.
 */
export type SetWrite = 'create' | 'update' | 'createWithParent' | 'updateWithParent' | 'deleteWithParent';

/**
 * What a keyword, or a field kind, adds to the saves of an entity that uses it. Its functions are called by the steps of
 * a save (`server/kernel/write`), in the order in which they stand here.
 */
export interface SaveKeyword {
  /** the keyword; for a field kind, the kind */
  word: KeywordName | 'file' | 'password';
  /** Whether it adds anything to saves of the entity. */
  concerns(entity: Entity): boolean;
  /** `lock`: the row is locked before it changes, so that other rows agree with it; `transaction`: that is enough */
  needs?: 'lock' | 'transaction';
  /** Set writes that would omit what it adds: there each row is saved by itself. */
  rowByRow?(entity: Entity): readonly SetWrite[];

  /** load: takes locks that come before the lock of the stored row. */
  lock?(runtime: EntityRuntime, id: string, context: Context): Promise<void>;
  /** load: adds to `save.body.violations` what an update may not change. */
  checkInput?(save: RowSave, before: Row): void;
  /** gate: refuses what other rows do not allow. @throws Refusal */
  gate?(save: RowSave): Promise<void>;
  /** set: sets values before the formulas are evaluated. */
  set?(save: RowSave): Promise<void>;
  /** complete: sets values of the valid row. */
  complete?(save: RowSave): Promise<void>;
  /** write: writes what belongs to a row that was written. */
  written?(save: RowSave, saved: Saved, action: string): Promise<void>;
  /** after: changes other rows, once the children are saved. @param saved the row with what its children changed in it */
  after?(save: RowSave, saved: Saved): Promise<void>;
}

/** A save under way, as a domain sees it. */
export interface Saving {
  row: Row;
  before?: Row;
  asked: Body;
  given: SystemInput;
}

/** What a business area adds to the saving of one entity, where no schema can say it. */
export interface DomainRules {
  /** Values that the domain sets, before the row is computed and judged. @throws Refusal */
  beforeSave?(saving: Saving): Row;
  /**
   * Values that the domain sets once the formulae of the row have theirs, from what stands elsewhere; the row is then
   * computed and judged anew. @throws Refusal
   */
  complete?(judged: { row: Row; before?: Row }, context: Context): Promise<Row | undefined>;
  /**
   * Figures that the domain keeps by itself, and what the database makes of each for a row `t`, as SQL: the check of
   * totals compares them (decision 34).
   */
  figures?: Readonly<Record<string, string>>;
  /** the actions after which `afterSave` runs; without it after every write */
  only?: readonly string[];
  /** Runs after each write, in its transaction. */
  afterSave?(written: { row: Row; before?: Row; changes: Row; action: string }, context: Context): Promise<void>;
}

/** What an action (`x-action`) was asked to do. */
export interface Asked {
  /** the entity that the action belongs to */
  runtime: EntityRuntime;
  /** the row as it stands, held against other writers until the transaction ends; empty for an action on the list */
  row: Row;
  /** the input, normalised and judged */
  input: Row;
  /** rules of level warning do not stand in the way of what the effect saves */
  acceptWarnings: boolean;
}

/** What an action did. The row itself is written by the kernel, with the action's line in its history. */
export interface Done {
  /** fields of the row to set, those too that no caller may write */
  values?: Row;
  /** the record that came into being: the answer names it as `_made`, and the screen opens it */
  made?: { entity: string; id: string };
  /** what an action on the list answers */
  result?: unknown;
  /** the sentence that tells its outcome; "Done" without one */
  told?: { key: string; params: Record<string, unknown> };
}

/** A row after a step or action, with the sentence that tells the outcome, if it has one of its own. */
export interface Acted extends Saved {
  told?: NonNullable<Done['told']>;
}

/**
 * The effect of an action, registered under the name that schemas call it by. It runs in the action's transaction.
 * @throws Refusal
 */
export interface Effect {
  (kernel: Kernel, asked: Asked, context: Context): Promise<Done>;
  /**
   * Rows of other trees to lock, in the order of locks, before the row of the action, which is read but not locked yet.
   */
  locks?: LocksOf;
}

/** Which rows an effect changes beside that of its action. */
export type LocksOf = (
  kernel: Kernel,
  asked: Omit<Asked, 'acceptWarnings'>,
  context: Context,
) => Promise<readonly Target[]>;

/**
 * Tells partners (`sends`): what is to be told is written in the transaction that it tells of, and goes out after it.
 */
export interface Outbox {
  /** Why this cannot be told now, such as a partner without an address. */
  obstacle(sends: Sends): Violation | undefined;
  /** Has the row as it now stands, with its children, told. */
  add(kernel: Kernel, sends: Sends, runtime: EntityRuntime, saved: Saved, context: Context): Promise<void>;
}

/** Effects by their names. */
export type Effects = ReadonlyMap<string, Effect>;

/** A row to lock. */
export interface Target {
  runtime: EntityRuntime;
  id: string;
}
