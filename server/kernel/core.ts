import type { Pool } from 'pg';
import type { EntityModule } from '../../generator/emit/validators.ts';
import type { EnforcedRule } from '../../generator/emit/ddl/shape.ts';
import type { KeywordName } from '../../generator/keywords/names.ts';
import type { EntityEvaluator, EvaluationContext } from '../../generator/language/evaluation/evaluator.ts';
import type { FailingRows } from '../../generator/language/expression/sqlWithChildren.ts';
import type { Violation } from '../../generator/language/violation.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Sends } from '../../generator/model/operation.ts';
import type { KeyedLimiter } from '../db/keyedLimiter.ts';
import type { Context, Queryable } from './context.ts';
import type { Currencies } from './currencies.ts';
import type { DomainRules } from './domainRules.ts';
import type { EffectResult, MadeRecord } from './effectResult.ts';
import type { FileFormat } from './exchange/import/fileFormat.ts';
import type { LockOrder } from './rowLocks.ts';
import type { OptionLists } from './options.ts';
import type { Totals } from './read/totals.ts';
import type { Body, Row } from './row.ts';
import type { SystemInput } from './systemInput.ts';
import type { Saved } from './write/saved.ts';
import type { WriteResult, WrittenRow } from './write/writeResult.ts';

/*
 * The interfaces of the kernel that refer to each other: the kernel, an entity at run time, the steps of a save, and
 * what keywords and effects add, with the types of their members. They are one file of types, so that the modules of
 * the kernel have no import cycle.
 *
 * Subjects that refer to none of these interfaces have files of their own: rows (`row.ts`), rules of business areas
 * (`domainRules.ts`), values that only the server sets (`systemInput.ts`), and the results of effects
 * (`effectResult.ts`) and of writes (`write/writeResult.ts`).
 */

/** The engine with one open database. */
export interface Kernel {
  pool: Pool;
  /**
   * Sessions for short statements beside an open transaction. They are separate from `pool`: if all its sessions were
   * in transactions that need one more session, these would wait forever.
   */
  auxiliary: Pool;
  /** sessions that all callers share, for reads of one row outside a transaction */
  shared: Queryable;
  /** sessions of exports, which are separate because an export uses one until its client has read the file */
  exports: Pool;
  registry: Registry;
  totals: Totals;
  optionLists: OptionLists;
  currencies: Currencies;
  /** entity → rules of its business area */
  domain: Map<string, DomainRules>;
  /** effects of operations, by their names in the schemas */
  effects: Map<string, Effect>;
  /** file formats of imports, by their names in the schemas (`x-import.formats`) */
  fileFormats: Map<string, FileFormat>;
  outbox: Outbox;
  /** The rate that applies on a day, 1 `fromCur` = `rate` `toCur`. @throws Refusal without a rate */
  conversionRate(pair: { fromCur: string; toCur: string; date: string }, context: Context): Promise<{ rate: string }>;
  premiumTotals: PremiumTotals;
  /** The people who can decide for each role, by the id of the role. */
  roleHolders(db: Queryable, roles: readonly string[]): Promise<Map<string, string[]>>;
  /** The people who have a role, without those who can decide for it only because of unrestricted rights. */
  roleMembers(db: Queryable, role: string): Promise<string[]>;
  /** the business time zone: determines "today" and the day of an instant */
  timeZone: string;
  /**
   * whether one person approves at most one level of a submission, and a step for an `approver` without levels of
   * approval is refused to the submitter (`FOUR_EYES`)
   */
  fourEyes: boolean;
  /** Invalidates the caches of `table` after a write, here and on every other server. */
  invalidate(table: string): void;
  /** limits the sessions of `pool` that the calls of one person use at once */
  personLimiter: KeyedLimiter;
  /** limits the transactions that lock or wait for one row */
  rowLimiter: KeyedLimiter;
  /** order in which rows of several tables are locked (decision 43) */
  lockOrder: LockOrder;
  /** Called with a message for each lock that was taken out of order. */
  onLockOrderViolation(message: string): void;
  /** Called if a post-commit follow-up fails (`Context.followUp`). */
  onFollowUpFailure(error: unknown): void;
}

/** An entity with all data that is derived from it at start-up. */
export interface EntityRuntime {
  entity: Entity;
  /** own fields and the kernel's, by name */
  fields: ReadonlyMap<string, Field>;
  /** its name and those of its subtypes, under which history and to-dos store its rows */
  names: readonly string[];
  /** its child entities, by name */
  children: ReadonlyMap<string, Child>;
  evaluator: EntityEvaluator;
  statements: EntityStatements;
  /** fields that are stored as hashes */
  passwords: readonly string[];
  /** fields that contain ids of uploaded files */
  fileFields: readonly Field[];
  /** fields with the codes of an option list, which staff maintain */
  listFields: readonly Field[];
  /** whether a field has a currency, which determines its decimal places */
  hasCurrencies: boolean;
  /** the keywords that add to its saves, in the order of their calls */
  keywords: readonly SaveKeyword[];
  /** whether a row is locked before it changes, because a save reads or writes other rows too */
  locksRow: boolean;
  /** whether a keyword of the entity requires a transaction, because a save reads or writes other rows too */
  needsTransaction: boolean;
  /** writes in which its rows must be saved one by one, because a keyword requires it */
  rowByRow: ReadonlySet<SetWrite>;
  /** whether an expression of the entity reads its children */
  readsChildren: boolean;
  /**
   * The rules that read children. Present if every expression over children has an SQL form: a save without submitted
   * children then does not load the stored ones.
   */
  childRules?: readonly ChildRule[];
  /**
   * Whether its values or errors depend on its children, so that it is computed and validated again when a child is
   * saved by itself. Warnings are not considered, because they appear only when the row itself is saved.
   */
  dependsOnChildren: boolean;
}

/**
 * A rule that reads children, as a condition on the row and one that the database evaluates over its stored children.
 */
export interface ChildRule {
  /** CEL on the row; absent: the rule always applies */
  when?: string;
  /** SQL on the row `t`, true if the rule is violated */
  isViolated: string;
  /** the children that violate it, if single children do */
  failing: readonly FailingRows[];
  violations: readonly Violation[];
}

/** The entities of one model at run time. It is immutable; a new model has a new registry. */
export interface Registry {
  model: Model;
  entities: ReadonlyMap<string, EntityRuntime>;
  /** constraint name → the rule that it enforces */
  enforcedRules: ReadonlyMap<string, EnforcedRule>;
  /** the entity of the to-dos of approvals (`x-entity.tasks`) */
  tasks?: EntityRuntime;
  /** Returns the entity as the browser loads it, built on first use; undefined for an unknown name. */
  moduleOf(name: string): EntityModule | undefined;
}

/** The constant statements of an entity, printed once at start-up. */
export interface EntityStatements {
  /** the select list of all columns of a row `t` */
  selectList: string;
  /** columns that a create writes, in the order of its bound values */
  insertColumns: Field[];
  /** inserts one row with its audit line */
  insert: string;
  /**
   * inserts many rows with their audit lines; binds an array for each column, then the changes of the audit lines as
   * one JSON list, the user, the request and the action
   */
  insertMany: string;
  /** reads one live row by `$1` = id */
  readRow: string;
  /** reads and locks one live row by `$1` = id until the transaction ends */
  lockRow: string;
}

/** A change of one row. A save is a list of changes. */
export interface Change {
  runtime: EntityRuntime;
  operation: 'create' | 'update' | 'delete';
  /** id of the stored row */
  id?: string;
  /** `rev` at which the caller read the stored row */
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

/*
 * The results of the steps of a save. Each type adds what its step has found or computed: load → Loaded → gate →
 * Gated → set → Entered → compute, complete → Computed → write → Written. The other steps (authorize, validate,
 * children, afterSave) only check, or save other rows. A deletion goes from Gated to Written.
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
  /** Saves further changes that this change causes, in the same transaction. */
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

/** A change that the gates allow, with the parents of its row. */
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

/** The parent of a row, locked until the transaction ends. */
export interface Parent {
  runtime: EntityRuntime;
  row: Row;
  via: string;
}

/**
 * Parent fields written by submitted children; and values to add to each new child: the parent values that it replaced,
 * and the defaults that it wrote.
 */
export interface ChildValues {
  set: Row;
  added: ReadonlyMap<Row, Row>;
}

/** Rows of one entity that one statement wrote. */
export interface WrittenMany {
  readonly kernel: Kernel;
  readonly runtime: EntityRuntime;
  readonly rows: readonly WrittenRow[];
  readonly context: Context;
}

/**
 * A write of many rows of an entity in one statement. In `…WithParent`, an operation on the parent writes the rows; the
 * parent is locked, and its checks apply to the rows.
 */
export type SetWrite = 'create' | 'update' | 'createWithParent' | 'updateWithParent' | 'deleteWithParent';

/** What a keyword adds to a row in the step `set`. */
export interface KeywordValues {
  /** values that override the input and the values of preceding keywords */
  values?: Row;
  childValues?: ChildValues;
  violations?: readonly Violation[];
}

/**
 * What a keyword, or a field kind, adds to the saves of an entity that uses it. The steps of a save
 * (`server/kernel/write`) call its functions in the order of their declaration.
 *
 * After the write of a row come, in this order: `afterWrite`, `afterSave` (after its children are saved),
 * `Context.afterCommit` and `Context.followUp` (both after the commit).
 *
 * If many rows are written in one statement (`saveMany.ts`), `set`, `complete`, `afterWrite` and `afterSave` are not
 * called, but the functions `…Many`. A keyword that cannot do the same there requires single saves (`rowByRow`,
 * `addsRowByRow`, `updatesRowByRow`).
 */
export interface SaveKeyword {
  /** the keyword; for a field kind, the kind */
  word: KeywordName | 'file' | 'password';
  /**
   * Whether it adds anything to saves of the entity. A rule of a parent over its children also concerns the child
   * entity if saving a single child can violate it.
   */
  concerns(entity: Entity): boolean;
  /** `lock`: the row must be locked before it changes; `transaction`: the save must run in a transaction */
  needs?: 'lock' | 'transaction';
  /** Writes in which each row must be saved by itself, because one statement for all skips what the keyword adds. */
  rowByRow?(entity: Entity): readonly SetWrite[];
  /**
   * Whether each row that a user adds under this parent must be saved by itself, although `rowByRow` does not contain
   * `createWithParent`. It is called for the keywords of the child.
   */
  addsRowByRow?(parent: EntityRuntime, child: Child): boolean;
  /** Whether an update of these columns must be saved by itself, although `rowByRow` does not contain `update`. */
  updatesRowByRow?(entity: Entity, columns: Row): boolean;

  /** load: locks rows that must be locked before the stored row. */
  lock?(runtime: EntityRuntime, id: string, context: Context): Promise<void>;
  /** load: adds violations to `save.body.violations` for fields that an update must not change. */
  checkInput?(save: Loaded, before: Row): void;
  /** gate: checks that other rows allow the change. @throws Refusal */
  gate?(save: Gated): Promise<void>;
  /** set: returns values to set before the formulas are evaluated. @param systemValues values set so far */
  set?(save: Gated, systemValues: Row): Promise<KeywordValues>;
  /** complete: returns values to set in the valid row. */
  complete?(save: Computed): Promise<Row>;
  /** write: writes what belongs to the written row, such as its log. @param action of the audit line */
  afterWrite?(save: Written, action: string): Promise<void>;
  /** afterSave: changes other rows. `save.saved` is the row with the changes that its children made in it. */
  afterSave?(save: Written): Promise<void>;

  /** Many new rows: locks what must be locked before any of them. */
  lockMany?(runtime: EntityRuntime, context: Context): Promise<void>;
  /** Many new rows: returns values to set in each valid row, in their order. */
  completeMany?(runtime: EntityRuntime, rows: readonly Row[], context: Context): Promise<readonly Row[]>;
  /** Many new or many updated rows: writes what belongs to them. */
  afterWriteMany?(written: WrittenMany): Promise<void>;
}

/** The input of an effect. */
export interface EffectInput {
  /** the entity of the operation */
  runtime: EntityRuntime;
  /** the stored row, locked until the transaction ends; empty for an operation on the list */
  row: Row;
  /** the input, normalised and validated */
  input: Row;
  /** whether the effect can save rows with warnings */
  acceptWarnings: boolean;
}

/** The effect of an operation, registered under its name in the schemas. Runs in the operation's transaction. */
export interface Effect {
  /** Runs the effect for one row, or for the list. @throws Refusal */
  (kernel: Kernel, request: EffectInput, context: Context): Promise<EffectResult>;
  /** Finds rows of other trees to lock before the row of the operation, which is read but not locked yet. */
  locks?: LocksOf;
  /**
   * Runs once for all rows of a selection, after the operation on each of them and in their transaction (`bulk:
   * "together"`). Can create one record for all rows and return it. @throws Refusal
   */
  together?(kernel: Kernel, request: SelectionInput, context: Context): Promise<MadeRecord | void>;
}

/** The rows on which an operation was performed together, with its input. */
export interface SelectionInput {
  runtime: EntityRuntime;
  /** by the order in which they were selected; at least one */
  ids: readonly string[];
  input: Row;
}

/** Finds the rows that an effect changes beside the row of its operation. */
export type LocksOf = (
  kernel: Kernel,
  request: Omit<EffectInput, 'acceptWarnings'>,
  context: Context,
) => Promise<readonly RowToLock[]>;

/** Messages to partners (`sends`). A message is written in the transaction of its change and sent after the commit. */
export interface Outbox {
  /** Returns the reason why a message cannot be sent now, such as a partner without an address. */
  blockReason(sends: Sends): Violation | undefined;
  /** Adds a message with the row as it was written, with its children. */
  add(kernel: Kernel, sends: Sends, source: { runtime: EntityRuntime; saved: Saved }, context: Context): Promise<void>;
}

/**
 * The totals of the amounts due of all children with `x-premium`, which a record stores for its approval
 * (`x-approval.amount.premiums`).
 */
export interface PremiumTotals {
  /** Updates the totals of the parents of written premiums before the commit, if amounts have changed. */
  totalBeforeCommit(
    kernel: Kernel,
    runtime: EntityRuntime,
    written: readonly Pick<WrittenRow, 'before' | 'row'>[],
    context: Context,
  ): Promise<void>;
  /**
   * The total of a record for its approval, as decimal text; null if no child has an amount.
   *
   * @throws Refusal 400 at the currency field of a child whose currency has no rate
   */
  totalPremium(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<string | null>;
  /**
   * Checks that a record has a premium, with or without an amount, before an operation that requires one
   * (`x-approval.amount.requiredAt`).
   *
   * @throws Refusal (409)
   */
  requirePremiums(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<void>;
}

/** Effects by their names. */
export type Effects = ReadonlyMap<string, Effect>;

/** A row to lock. */
export interface RowToLock {
  runtime: EntityRuntime;
  id: string;
}
