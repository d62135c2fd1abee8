import type { QueryResult } from 'pg';
import type { UserBinding } from '../../generator/language/expression/scope.ts';
import type { Language } from '../config.ts';
import type { HeldLocks } from './heldLocks.ts';
import type { Rights } from './roleRights.ts';

/** Anything a statement runs on: the pool, or the client of an open transaction. */
export interface Queryable {
  query(config: { text: string; values?: unknown[]; name?: string }): Promise<QueryResult>;
}

/** Who acts. */
export interface User {
  userCde: string;
  userName: string;
  role: string;
  /** of the role; null for nobody's */
  roleId: string | null;
  companyCde: string | null;
  allSeeingEye: boolean;
  rights: Rights;
  /** the server itself, as when it loads reference data */
  isSystem?: true;
  /** chooses a row for a reference, without the right to read the entity */
  isChooser?: true;
}

/** The row locks of an open transaction. */
export interface TransactionLocks {
  held: HeldLocks;
  /**
   * Takes a place at what is to be locked, in memory. @throws RowBusy where it is full: the transaction is undone,
   * waits without a session, and runs again
   */
  enter(key: string): void;
}

/** What every kernel call needs to know of the request it serves. */
export interface Context {
  db: Queryable;
  /** where one row is read by its id: sessions that all share, or the transaction that is open */
  reads: Queryable;
  /** absent where each statement commits by itself */
  locks?: TransactionLocks;
  user: User;
  language: Language;
  requestId: string;
  /** the call comes from the intranet, judged by the socket or a trusted proxy */
  intranet: boolean;
  /** the date in the business zone, `YYYY-MM-DD` */
  today: string;
  /** Aborts at the call's deadline or when its caller hangs up; long work stops then. Only heavy calls have it. */
  ending?: AbortSignal;
  /** Runs `work` in a transaction: the one already open, or a new one that commits when `work` is done. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Runs `work` so that its failure undoes it alone: in a transaction of its own, or behind a savepoint of the one
   * open.
   */
  separately<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Has `check` judge what is being written as a whole, once, before it is committed; at once where each statement
   * commits by itself. Whatever it throws undoes everything.
   */
  beforeCommit(check: (context: Context) => Promise<void>): Promise<void>;
  /** Runs `effect` once what is being written is committed; at once where each statement commits by itself. */
  afterCommit(effect: () => void): void;
  /**
   * Runs `work` in a transaction of its own once what is being written is committed, and before that is answered; once
   * for each name, however often it is asked. For what must hold rows that cannot be held along with those being
   * written. What is written stays written if it fails.
   */
  followUp(name: string, work: (context: Context) => Promise<void>): Promise<void>;
}

/** Who acts, as expressions see it. */
export const userBinding = ({ user }: Context): UserBinding => ({
  userCde: user.userCde,
  userName: user.userName,
  companyCde: user.companyCde,
  allSeeingEye: user.allSeeingEye,
});
