import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime } from '../../core.ts';
import { conflictViolation, type Conflict, type Matched } from './conflicts.ts';
import type { IncomingRow } from './incomingRow.ts';

/** One error of an import, at a row (numbered as in the spreadsheet program) and a field. */
export interface RowError {
  row: number;
  field: string;
  key: string;
  message: string;
  value: unknown;
  level?: 'warning';
}

/** Counts and errors of an import. */
export interface ImportOutcome {
  rows: number;
  created: number;
  updated: number;
  /**
   * number of updated rows without a record version; `overwritesOfOthers`: of these, how many another user changed last
   */
  overwrites: number;
  overwritesOfOthers: number;
  errors: RowError[];
  errorCount: number;
  /** the first rows that conflict with their records; `conflictCount` counts all */
  conflicts: Conflict[];
  conflictCount: number;
}

/** Limit of listed errors. Reading stops there, because a file with more errors is unusable. */
const MAX_ERRORS = 50_000;
/** Limits of the conflicts that the answer lists, of their length as JSON, and of messages that state both values. */
const MAX_CONFLICTS = 1000;
const MAX_CONFLICT_CHARACTERS = 4_000_000;
const MAX_DETAILED_MESSAGES = 5000;

/** Collects the outcome of an import. */
export class OutcomeBuilder {
  readonly outcome: ImportOutcome = {
    rows: 0,
    created: 0,
    updated: 0,
    overwrites: 0,
    overwritesOfOthers: 0,
    errors: [],
    errorCount: 0,
    conflicts: [],
    conflictCount: 0,
  };
  #conflictCharacters = 0;
  readonly #runtime: EntityRuntime;
  readonly #key: readonly string[];
  readonly #context: Context;

  /** @param key fields that identify a row of the file */
  constructor(runtime: EntityRuntime, key: readonly string[], context: Context) {
    this.#runtime = runtime;
    this.#key = key;
    this.#context = context;
  }

  /** Whether the limit of listed errors is reached. */
  get isFull(): boolean {
    return this.outcome.errorCount >= MAX_ERRORS;
  }

  /** Whether further conflicts are listed with their values. */
  get listsConflicts(): boolean {
    return this.outcome.conflicts.length < MAX_CONFLICTS;
  }

  countUpdate({ row, stored }: Matched): void {
    this.outcome.updated++;
    if (row.version?.rev !== undefined) return;
    this.outcome.overwrites++;
    if (stored['updater'] !== this.#context.user.userCde) this.outcome.overwritesOfOthers++;
  }

  /** Adds the errors of a row. */
  refuse(row: IncomingRow, violations: readonly Violation[]): void {
    this.outcome.errorCount += violations.length;
    for (const violation of violations) {
      if (this.outcome.errors.length >= MAX_ERRORS) return;
      const { field, key, level } = violation;
      const value =
        (field === RECORD_VERSION.name ? row.version?.text : { ...row.values, ...row.texts }[field]) ?? null;
      this.outcome.errors.push({
        row: row.number,
        field,
        key,
        message: violationText(this.#context.language, violation),
        value,
        ...(level ? { level } : {}),
      });
    }
  }

  /** Adds one error at each field of the key, except fields of which another one has the value (`absentIsOne`). */
  refuseKey(row: IncomingRow, key: string, params: Violation['params'] = {}): void {
    const { sequence } = this.#runtime.entity;
    const isUnused = (field: string): boolean =>
      row.values[field] == null && sequence?.absentIsOne === true && sequence.by.includes(field);
    this.refuse(
      row,
      this.#key.filter((field) => !isUnused(field)).map((field) => ({ field, key, params })),
    );
  }

  /** Adds the errors of a refusal by the save path. @throws error that is not a refusal */
  refuseBy(row: IncomingRow, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    // the key belongs to a row that the caller may not see, so the error says only that the key is in use
    if (error.family === 'notFound') this.refuseKey(row, 'MSG_upload_0091');
    else
      this.refuse(
        row,
        error.violations.length > 0 ? error.violations : [{ field: '', key: error.key, params: error.params }],
      );
  }

  /** Adds the error of a conflict, and lists the conflict within the limits. */
  refuseConflict(row: IncomingRow, conflict: Conflict): void {
    const { outcome } = this;
    const isBrief = outcome.conflictCount >= MAX_DETAILED_MESSAGES;
    this.refuse(row, [conflictViolation(this.#runtime, conflict, this.#context, isBrief)]);
    outcome.conflictCount++;
    if (!this.listsConflicts) return;
    this.#conflictCharacters += JSON.stringify(conflict).length;
    if (this.#conflictCharacters <= MAX_CONFLICT_CHARACTERS) outcome.conflicts.push(conflict);
  }
}
