import type { Violation } from '../../generator/language/violation.ts';
import type { Sends } from '../../generator/model/operation.ts';
import type { Context } from './context.ts';
import type { Kernel } from './kernel.ts';
import type { EntityRuntime } from './registry.ts';
import type { Body, Row } from './write/body.ts';
import type { Target } from './write/locks.ts';
import type { Saved, SystemInput } from './write/change.ts';

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

/** What a domain does after a write of this action; undefined where it does nothing. */
export const afterSaveOf = (rules: DomainRules | undefined, action: string): DomainRules['afterSave'] =>
  rules?.only?.includes(action) === false ? undefined : rules?.afterSave;

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

/** An effect that locks rows of other trees. */
export const locking = (locks: LocksOf, effect: Effect): Effect => Object.assign(effect.bind(undefined), { locks });

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
