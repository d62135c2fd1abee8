import type { QueryResult } from 'pg';
import type { UserBinding } from '../../generator/language/expression/scope.ts';
import type { Language } from '../config.ts';
import type { RowLocks } from './rowLocks.ts';
import type { Rights } from './roleRights.ts';

/** Runs statements: a pool, or the session of an open transaction. */
export interface Queryable {
  query(config: { text: string; values?: unknown[]; name?: string }): Promise<QueryResult>;
}

/** The user of a call. */
export interface User {
  userCde: string;
  userName: string;
  role: string;
  /** id of the role; null without a role */
  roleId: string | null;
  companyCde: string | null;
  allSeeingEye: boolean;
  rights: Rights;
  /** true for the server itself, for example when it loads reference data */
  isSystem?: true;
  /** true for a user who may choose a row for a reference, but not read the entity */
  isChooser?: true;
}

/** The row locks of an open transaction. */
export interface TransactionLocks {
  rows: RowLocks;
  /**
   * Registers the transaction in memory before it locks a row.
   *
   * @throws RowBusy at the limit: the transaction is then rolled back, waits without a session, and runs again
   */
  enter(key: string): void;
}

/** The context of a kernel call: user, session and request. */
export interface Context {
  db: Queryable;
  /** for reads of one row by id: the shared sessions, or the open transaction */
  reads: Queryable;
  /** absent if each statement commits by itself */
  locks?: TransactionLocks;
  user: User;
  language: Language;
  requestId: string;
  /** whether the call comes from the intranet, according to the socket or a trusted proxy */
  intranet: boolean;
  /** the date in the business zone, `YYYY-MM-DD` */
  today: string;
  /** aborts at the deadline of the call or when its caller disconnects, to stop long work; only for heavy calls */
  signal?: AbortSignal;
  /** Runs `work` in the open transaction, or in a new one that commits when `work` is done. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Runs `work` so that its failure rolls back only `work`: after a savepoint, or in a new transaction if none is open.
   */
  separately<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Runs `work` before the commit, once for each name; immediately without a transaction. An error rolls back the
   * transaction.
   */
  beforeCommit(name: string, work: (context: Context) => Promise<void>): Promise<void>;
  /** Runs `effect` after the commit; immediately without a transaction. */
  afterCommit(effect: () => void): void;
  /**
   * Runs `work` in a new transaction after the commit and before the answer, once for each name. For work that locks
   * rows which cannot be locked together with those of the transaction. Its failure does not roll back the transaction.
   */
  followUp(name: string, work: (context: Context) => Promise<void>): Promise<void>;
}

/** The user as expressions see it. */
export const userBinding = ({ user }: Context): UserBinding => ({
  userCde: user.userCde,
  userName: user.userName,
  companyCde: user.companyCde,
  allSeeingEye: user.allSeeingEye,
});
