import type { Pool } from 'pg';
import type { EntityModule } from '../../generator/emit/validators.ts';
import type { EnforcedRule } from '../../generator/emit/ddl/shape.ts';
import type { KeywordName } from '../../generator/keywords/names.ts';
import type { EntityEvaluator, EvaluationContext } from '../../generator/language/evaluation/evaluator.ts';
import type { Violation } from '../../generator/language/violation.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Sends } from '../../generator/model/operation.ts';
import type { KeyedLimiter } from '../db/keyedLimiter.ts';
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

/** The engine with one open database. */
export interface Kernel {
  pool: Pool;
  /**
   * Sessions for short statements beside an open transaction. They are not of `pool`: if every session of it were in a
   * transaction that waits for one more session, all would wait forever.
   */
  auxiliary: Pool;
  /** sessions that all callers share, for reads of one row outside a transaction */
  shared: Queryable;
  /** Sessions of exports: each keeps one as long as its reader takes, so they are separate from the others. */
  exports: Pool;
  registry: Registry;
  totals: Totals;
  optionLists: OptionLists;
  currencies: Currencies;
  /** entity → rules of its business area */
  domain: Map<string, DomainRules>;
  /** effects of operations, by their names in the schemas */
  effects: Map<string, Effect>;
  outbox: Outbox;
  /** The rate that applies on a day, 1 `fromCur` = `rate` `toCur`. @throws Refusal without a rate */
  exchangeRate(pair: { fromCur: string; toCur: string; date: string }, context: Context): Promise<{ rate: string }>;
  /** the business time zone: decides "today" and the day of an instant */
  timeZone: string;
  /** Invalidates the caches of `table` after a write, here and on every other server. */
  invalidate(table: string): void;
  /** limits the sessions of `pool` that the calls of one person use at once */
  people: KeyedLimiter;
  /** limits the transactions that lock or wait for one row */
  rows: KeyedLimiter;
  /** in which order rows of several tables are locked (decision 43) */
  lockOrder: LockOrder;
  /** Receives the message about a lock that was taken out of order. */
  onLockOrderViolation(message: string): void;
  /** A post-commit follow-up failed (`Context.followUp`). */
  onFollowUpFailure(error: unknown): void;
}

/** An entity with everything that is derived from it once, at start-up. */
export interface EntityRuntime {
  entity: Entity;
  /** own fields and the kernel's, by name */
  fields: ReadonlyMap<string, Field>;
  /** its names in history and to-dos: its own, and those of its subtypes */
  names: readonly string[];
  /** its child entities, by name */
  children: ReadonlyMap<string, Child>;
  evaluator: EntityEvaluator;
  statements: EntityStatements;
  /** fields that are stored as hashes */
  passwords: readonly string[];
  /** fields that contain ids of uploaded files */
  fileFields: readonly Field[];
  /** fields whose codes are those of an option list, which staff maintain */
  listFields: readonly Field[];
  /** whether a field has a currency, which decides its decimal places */
  hasCurrencies: boolean;
  /** the keywords that add to its saves, in order */
  keywords: readonly SaveKeyword[];
  /** a row is locked before it changes, because a save reads or writes other rows too */
  locksRow: boolean;
  /** a save reads or writes other rows too */
  needsTransaction: boolean;
  /** set writes that its keywords forbid: these rows are saved one by one */
  rowByRow: ReadonlySet<SetWrite>;
  /** whether an expression of it reads its children */
  readsChildren: boolean;
  /**
   * Whether its values or errors depend on its children: it is then computed and validated again when a child is saved
   * by itself. Warnings do not count, because they appear at its own saves only.
   */
  dependsOnChildren: boolean;
}

/** The entities of one model at run time. Immutable: a new model gets a new registry. */
export interface Registry {
  model: Model;
  entities: ReadonlyMap<string, EntityRuntime>;
  /** constraint name → the rule that it enforces */
  enforcedRules: ReadonlyMap<string, EnforcedRule>;
  /** the entity of the to-dos of approvals (`x-entity.tasks`) */
  tasks?: EntityRuntime;
  /** The entity as the browser loads it, built on first use; undefined for an unknown name. */
  moduleOf(name: string): EntityModule | undefined;
}

/** Statements of an entity that never change, printed once at start-up. */
export interface EntityStatements {
  /** the select list of all columns of a row `t` */
  selectList: string;
  /** columns that a create writes, in the order of its bound values */
  insertColumns: Field[];
  insert: string;
  /**
   * the same for many rows; binds an array for each column, then the changes of the audit lines as one JSON list, the
   * user, the request and the action
   */
  insertMany: string;
  /** reads one live row by `$1` = id */
  readRow: string;
  /** the same, and locks it until the transaction ends */
  lockRow: string;
}

/**
 * Values and options of a change that only the server sets. Three of them replace checks of the steps authorize and
 * gate, because the caller has made these checks:
 *
 * | Check | `action` | `isAuthorized` | `isAuthorized` and `isDerived` |
 * |---|---|---|---|
 * | right of the role; entity not read-only | right to the action | – | – |
 * | `x-access.edit` of the row | – (its `actor`) | – | – |
 * | states and guards of the row (`x-gate`, `x-guard`) | – (its own) | yes | – |
 * | the same of its parents | yes | – | – |
 *
 * Rules, references and constraints apply to every change.
 */
export interface SystemInput {
  values?: Row;
  /** the operation that saves the row, and the action of its audit line; create, update or delete without it */
  action?: string;
  /**
   * An authorized change or operation on another row, mostly the parent, saves this one. Its parent is not recomputed
   * afterwards, because the caller does that.
   */
  isAuthorized?: true;
  /** The values are derived from a change that passed the gates. Only with `isAuthorized`. */
  isDerived?: true;
  /** input beside the fields of the row, such as an opinion: stored in the audit line */
  notes?: Row;
  /** columns of a new row that are stored unchanged, such as a password that is hashed already */
  stored?: Row;
  /** `rev` and updater are not changed: the change does not concern users who have the row open */
  keepsRev?: true;
  /** the answer omits large child tables (`x-child.grid`) */
  omitGrids?: boolean;
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

/*
 * The steps of a save. Each step takes the type of its predecessor and returns the next one, so that a type says what is
 * known at that moment: load → Loaded → gate → Gated → set → Entered → compute, validate, complete → Computed → write →
 * Written. A deletion goes from Gated to Written.
 */

/** A change with its input and its stored row. */
export type Loaded = LoadedChange & (NewRecord | StoredRecord);

interface LoadedChange {
  readonly kernel: Kernel;
  readonly context: Context;
  readonly change: Change;
  readonly runtime: EntityRuntime;
  readonly system: SystemInput;
  /** the input; a deletion has none */
  readonly body: Body;
  /** Saves further changes that follow from this one, in the same transaction. */
  saveMore(changes: readonly Change[], context: Context): Promise<readonly Saved[]>;
}

interface NewRecord {
  readonly operation: 'create';
  readonly before?: undefined;
}

interface StoredRecord {
  readonly operation: 'update' | 'delete';
  /** the stored row */
  readonly before: Row;
}

/** A change that gates allow, with the parents of its row. */
export type Gated = Loaded & GatedParents;

/** The parents of a row that is saved, each locked. */
export interface GatedParents {
  /** the parent's row, for expressions */
  readonly parent?: Row;
  /** the parent of a row that is saved by itself: recomputed after the save */
  readonly ownParent?: Parent;
  /** the parent from which the row is moved away */
  readonly formerParent?: Parent;
}

/** A row before its formulas are evaluated. */
export type Entered = Gated & {
  /** values that the server sets */
  readonly systemValues: Row;
  /** parent fields written by submitted children */
  readonly childValues: ChildValues;
  /** the stored row with the input and the values that the server sets */
  readonly entered: Row;
};

/** A row after its formulas are evaluated. */
export type Computed = Entered & {
  readonly row: Row;
  /** what expressions read beside the row */
  readonly scope: EvaluationContext;
};

/** A row that was written. Its children are not saved yet. */
export type Written = Gated & WriteResult;

/** The result of a write. */
export interface WriteResult {
  /** the row as it was written */
  readonly row: Row;
  /** the written columns: of a stored row those that differ */
  readonly columns: Row;
  /** the changes of the audit line of a stored row, without notes; empty for a new row */
  readonly audited: Changes;
  readonly saved: Saved;
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

/** What a keyword adds to a row in the step `set`. */
export interface KeywordValues {
  /** override the input and the values of keywords before it */
  values?: Row;
  childValues?: ChildValues;
  violations?: readonly Violation[];
}

/**
 * What a keyword, or a field kind, adds to the saves of an entity that uses it. Its functions are called by the steps of
 * a save (`server/kernel/write`), in the order in which they stand here.
 *
 * Four moments follow a write, in this order: `afterWrite` (the row is written), `afterSave` (its children are saved
 * too), `Context.afterCommit` and `Context.followUp` (the transaction is committed).
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
  checkInput?(save: Loaded, before: Row): void;
  /** gate: refuses what other rows do not allow. @throws Refusal */
  gate?(save: Gated): Promise<void>;
  /** set: the values that it sets before the formulas are evaluated. @param systemValues those set so far */
  set?(save: Gated, systemValues: Row): Promise<KeywordValues>;
  /** complete: the values that it sets in the valid row. */
  complete?(save: Computed): Promise<Row>;
  /** write: writes what belongs to a row that was written, such as its log. @param action of the audit line */
  afterWrite?(save: Written, action: string): Promise<void>;
  /** afterSave: changes other rows. @param saved the row with what its children changed in it */
  afterSave?(save: Written, saved: Saved): Promise<void>;
}

/** A save in progress, as a business area sees it. */
export interface Saving {
  row: Row;
  before?: Row;
  input: Body;
  system: SystemInput;
}

/** What a business area adds to the saves of one entity, where no keyword can express it. */
export interface DomainRules {
  /** Values to set before the row is computed and validated. @throws Refusal */
  beforeSave?(saving: Saving): Row;
  /**
   * Values from other rows, set after the formulas of the row; the row is then computed and validated again.
   *
   * @throws Refusal
   */
  complete?(valid: { row: Row; before?: Row }, context: Context): Promise<Row | undefined>;
  /**
   * Figures that the business area stores, each with the SQL expression of its true value for a row `t`: the check of
   * totals compares both (decision 34).
   */
  figures?: Readonly<Record<string, string>>;
  /** the actions after which `afterWrite` runs; all without it */
  only?: readonly string[];
  /** Runs after each write, in its transaction, before the children of the row are saved. */
  afterWrite?(written: { row: Row; before?: Row; changes: Row; action: string }, context: Context): Promise<void>;
}

/** The input of an effect. */
export interface EffectInput {
  /** the entity of the operation */
  runtime: EntityRuntime;
  /** the stored row, locked until the transaction ends; empty for an operation on the list */
  row: Row;
  /** the input, normalised and validated */
  input: Row;
  /** warnings do not block what the effect saves */
  acceptWarnings: boolean;
}

/** The result of an effect. The kernel writes the row of the operation and its audit line. */
export interface EffectResult {
  /** fields of the row to set, including those that no caller may write */
  values?: Row;
  /** a new record: the answer names it as `_made`, and the screen opens it */
  made?: { entity: string; id: string };
  /** the answer of an operation on the list */
  result?: unknown;
  /** the message about the outcome; "Done" without one */
  message?: { key: string; params: Record<string, unknown> };
}

/** A row after an operation, with the message about the outcome if it has its own. */
export interface OperationResult extends Saved {
  message?: NonNullable<EffectResult['message']>;
}

/** The effect of an operation, registered under its name in the schemas. Runs in the operation's transaction. */
export interface Effect {
  /** @throws Refusal */
  (kernel: Kernel, request: EffectInput, context: Context): Promise<EffectResult>;
  /** Rows of other trees to lock before the row of the operation, which is read but not locked yet. */
  locks?: LocksOf;
}

/** Finds the rows that an effect changes beside the row of its operation. */
export type LocksOf = (
  kernel: Kernel,
  request: Omit<EffectInput, 'acceptWarnings'>,
  context: Context,
) => Promise<readonly Target[]>;

/** Messages to partners (`sends`). A message is written in the transaction of its change and sent after the commit. */
export interface Outbox {
  /** Why a message cannot be sent now, such as a partner without an address. */
  blockReason(sends: Sends): Violation | undefined;
  /** Adds a message with the row as it was written, with its children. */
  add(kernel: Kernel, sends: Sends, source: { runtime: EntityRuntime; saved: Saved }, context: Context): Promise<void>;
}

/** Effects by their names. */
export type Effects = ReadonlyMap<string, Effect>;

/** A row to lock. */
export interface Target {
  runtime: EntityRuntime;
  id: string;
}
