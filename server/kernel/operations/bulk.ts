import { ANOTHER_REFUSED } from '../../../generator/language/messageKeys.ts';
import { operationsOf } from '../../../generator/language/operations.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { isConnectionLost, isDatabaseUnavailable, isLockTimeout } from '../../db/databaseErrors.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { translate, violationRows, violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import { RowBusy } from '../rowLocks.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { MadeRecord } from '../effectResult.ts';
import type { Row } from '../row.ts';
import { isId } from '../read/conditions.ts';
import { permit } from '../rights.ts';
import { rowLocked } from '../contention.ts';
import { readRev, refuseFieldsOfBody } from '../write/body.ts';
import { lockInOrder } from '../write/locks.ts';
import { deleteRow } from '../write/save.ts';
import { effectOf } from './effect.ts';
import { readInput } from './input.ts';
import { runOperation } from './runOperation.ts';

/**
 * Outcome of one row of a bulk call. Level `warning`: only warnings refused the row, so `acceptWarnings` would permit
 * the operation.
 */
export interface BulkOutcome {
  id: string;
  ok: boolean;
  key: string | null;
  message: string | null;
  level?: 'warning';
  /** the input of the operation that the message concerns */
  field?: string;
  /** the rows that the message concerns, such as children that violate a rule of the row */
  rows?: { entity: string; id: string; title: string }[];
  /** it concerns further rows */
  moreRows?: true;
  /** the record that was made of all rows together */
  made?: MadeRecord;
}

/** Receives an unexpected error, and the row at which it occurred. */
export type Unexpected = (error: unknown, id: string) => void;

/** A row of a bulk call. */
interface Item {
  id: string;
  rev: number;
}

const MAX_ITEMS = 1000;

/** An operation on several rows. */
export interface BulkCall {
  /** `delete` or an operation */
  name: string;
  /** the rows, each with `id` and `rev`, not checked yet */
  items: unknown;
  input: Row;
  onUnexpected: Unexpected;
}

/**
 * Deletes rows or performs an operation on them. A row that is refused or fails does not affect the others, unless the
 * operation is performed on all rows together: then none changes. Only a lost connection to the database ends the call.
 *
 * @throws Refusal 400 for an invalid list, 428 for an item without rev, 403 without the right, 404 for an unknown
 *   operation
 */
export async function bulk(
  kernel: Kernel,
  runtime: EntityRuntime,
  { name, items, input, onUnexpected }: BulkCall,
  context: Context,
): Promise<BulkOutcome[]> {
  const list = requireList(items);
  const operation = operationsOf(runtime.entity).find((one) => one.name === name && isBulk(one));
  if (name !== 'delete' && !operation) throw new Refusal('notFound', 'MSG_generic_0004');
  permit(kernel, runtime, name, context);
  const rows = list.map(readItem);
  if (name === 'delete') refuseFieldsOfBody(input);
  const each = async (inside: Context): Promise<BulkOutcome[]> => {
    if (inside.locks) await lockAll(kernel, runtime, rows, inside);
    const outcomes: BulkOutcome[] = [];
    for (const { id, rev } of rows) {
      const work = (row: Context): Promise<unknown> =>
        name === 'delete'
          ? deleteRow(kernel, { runtime, id, rev }, row)
          : runOperation(kernel, { runtime, id, rev }, { name, payload: input, inSelection: operation?.together }, row);
      outcomes.push(atInput(await outcomeOf(id, inside, work, onUnexpected), operation));
    }
    return outcomes;
  };
  if (!operation?.together) return each(context);
  return performTogether(
    each,
    async (inside) => {
      const { input: values } = await readInput(kernel, operation, input, inside);
      return effectOf(kernel, operation).together?.(
        kernel,
        { runtime, ids: rows.map(({ id }) => id), input: values },
        inside,
      );
    },
    context,
  );
}

/** Leaves out a field that is no input of the operation. */
const atInput = ({ field, ...outcome }: BulkOutcome, operation: Operation | undefined): BulkOutcome =>
  operation?.input?.fields.some(({ name }) => name === field) ? { ...outcome, field: field! } : outcome;

/** Carries the outcomes out of the transaction that it rolls back. */
class NoneDone extends Error {
  readonly outcomes: readonly BulkOutcome[];

  constructor(outcomes: readonly BulkOutcome[]) {
    super('a row of the selection was refused');
    this.outcomes = outcomes;
  }
}

/**
 * Performs an operation on all rows in one transaction, and on none if one is refused.
 *
 * @param after what follows for all rows
 * @throws Refusal of `after`
 */
async function performTogether(
  each: (context: Context) => Promise<BulkOutcome[]>,
  after: (context: Context) => Promise<MadeRecord | void>,
  context: Context,
): Promise<BulkOutcome[]> {
  try {
    return await context.separately(async (inside) => {
      const outcomes = await each(inside);
      if (outcomes.some(({ ok }) => !ok)) throw new NoneDone(outcomes);
      const made = await after(inside);
      return made ? outcomes.map((outcome) => ({ ...outcome, made })) : outcomes;
    });
  } catch (error) {
    if (!(error instanceof NoneDone)) throw error;
    const key = ANOTHER_REFUSED;
    const message = translate(context.language, key);
    return error.outcomes.map((outcome) => (outcome.ok ? { ...outcome, ok: false, key, message } : outcome));
  }
}

/** Checks that the value is a list of a valid length. @throws Refusal (400) */
function requireList(items: unknown): unknown[] {
  if (!Array.isArray(items) || items.length === 0) throw refuseField('items', 'MSG_generic_0028');
  if (items.length > MAX_ITEMS) throw refuseField('items', 'MSG_generic_0012', { max: MAX_ITEMS });
  return items;
}

/** Reads an item of the list. @throws Refusal (428) without a rev */
function readItem(item: unknown): Item {
  const { id, rev } = (typeof item === 'object' && item !== null ? item : {}) as Row;
  return { id: String(id), rev: readRev(rev) };
}

const isBulk = ({ on, bulk: several }: Operation): boolean => on === 'row' && several;

/** Locks all rows of a call that runs in one transaction, before the first row changes. */
async function lockAll(kernel: Kernel, runtime: EntityRuntime, rows: readonly Item[], context: Context): Promise<void> {
  if (runtime.locksRow)
    await lockInOrder(
      kernel,
      rows.filter(({ id }) => isId(id)).map(({ id }) => ({ runtime, id })),
      context,
    );
  context.locks?.rows.relax();
}

/** Performs the operation on one row, in a savepoint of the call's transaction or in a separate transaction. */
async function outcomeOf(
  id: string,
  context: Context,
  work: (context: Context) => Promise<unknown>,
  onUnexpected: Unexpected,
): Promise<BulkOutcome> {
  try {
    await context.separately(work);
    return { id, ok: true, key: null, message: null };
  } catch (error) {
    // ends the call: the transaction around it is retried or lost
    if (isConnectionLost(error) || error instanceof RowBusy) throw error;
    if (error instanceof Refusal) return refusedOutcome(id, error, context);
    if (isLockTimeout(error)) return refusedOutcome(id, rowLocked(), context);
    onUnexpected(error, id);
    const key = isDatabaseUnavailable(error) ? 'MSG_generic_0503' : 'MSG_generic_0500';
    return { id, ok: false, key, message: translate(context.language, key) };
  }
}

/** The outcome of a refusal: its first message, or all warnings, because `acceptWarnings` accepts all of them. */
function refusedOutcome(id: string, { key, params, violations }: Refusal, { language }: Context): BulkOutcome {
  const areWarnings = violations.length > 0 && violations.every(({ level }) => level === 'warning');
  const reported = areWarnings ? violations : violations.slice(0, 1);
  const sentences = [...new Set(reported.map((violation) => violationText(language, violation)))];
  const message =
    sentences.length === 0 ? translate(language, key, params) : sentences.join(language === 'zh-CN' ? '；' : '; ');
  return {
    id,
    ok: false,
    key,
    message,
    ...(areWarnings && { level: 'warning' as const }),
    ...(reported[0]?.field && { field: reported[0].field }),
    ...violationRows(language, rowsOf(reported)),
  };
}

/** The rows of several violations, each once. */
function rowsOf(violations: readonly Violation[]): Pick<Violation, 'rows' | 'moreRows'> {
  const rows = new Map(
    violations.flatMap((violation) => (violation.rows ?? []).map((row) => [`${row.entity} ${row.id}`, row])),
  );
  return {
    ...(rows.size > 0 && { rows: [...rows.values()] }),
    ...(violations.some(({ moreRows }) => moreRows) && { moreRows: true as const }),
  };
}
