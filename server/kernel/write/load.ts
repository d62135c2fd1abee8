import { notFound, Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Change, EntityRuntime, Kernel, Loaded } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { accessFilter } from '../read/access.ts';
import { statement, Values } from '../statement.ts';
import { readBody } from './body.ts';
import { queueForRow, isChildRow, lockAncestors, noteLocked } from './locks.ts';
import { normalised } from './normalise.ts';
import { ROW_CONDITION } from './statements.ts';

/**
 * Reads the stored row and the input. Locks the row if its entity requires it.
 *
 * @throws Refusal 404, 409 for a stale `rev`, 400 for a body that is not an object
 */
export async function load(
  kernel: Kernel,
  change: Change,
  context: Context,
  saveMore: Loaded['saveMore'] = saveNothingMore,
): Promise<Loaded> {
  const { runtime, operation, system = {} } = change;
  const save = { kernel, context, change, runtime, system, saveMore };
  if (operation === 'create') {
    const body = change.body ?? readBody(runtime, change.input, context.user);
    return { ...save, operation, body };
  }
  const before = change.before ?? (await readStored(kernel, change, context));
  if (operation === 'delete') return { ...save, operation, before, body: NO_INPUT };
  const body = change.body ?? readBody(runtime, change.input, context.user, before);
  const loaded: Loaded = { ...save, operation, before, body };
  for (const keyword of runtime.keywords) keyword.checkInput?.(loaded, before);
  return loaded;
}

/** Empty input, for deletions and for changes by the server itself. */
export const NO_INPUT: Body = { values: {}, children: {}, acceptWarnings: false, violations: [] };

/** `saveMore` for a change after which no further changes can be saved. */
export const saveNothingMore = (): never => {
  throw new Error('this save cannot save further changes');
};

function readStored(kernel: Kernel, change: Change, context: Context): Promise<Row> {
  const { runtime, operation, id = '', rev = 0, system } = change;
  const movedTo = operation === 'update' && !system?.isAuthorized ? parentsIn(runtime, change.input) : undefined;
  return readForWrite(kernel, { runtime, id, rev }, context, { movedTo });
}

/** The parents that a body names, for rows that can be moved to another parent (`x-child.members`). */
function parentsIn({ entity, fields }: EntityRuntime, input: unknown): Row {
  const named = typeof input === 'object' && input !== null ? (input as Row) : {};
  const movable = entity.parents.flatMap(({ via, members }) => (members === undefined ? [] : [fields.get(via)!]));
  return Object.fromEntries(movable.map((field) => [field.name, normalised(named[field.name], field)]));
}

/** A stored row, and the `rev` at which the caller read it. */
export interface RowAtRev {
  runtime: EntityRuntime;
  id: string;
  rev: number;
}

/**
 * Reads the row to change, through the access filter.
 *
 * @param options `lock`: whether to lock the row until the transaction ends, by default as the entity requires;
 *   `movedTo`: parents to which the change moves the row
 * @throws Refusal 404, or 409 for a stale `rev`
 */
export async function readForWrite(
  kernel: Kernel,
  { runtime, id, rev }: RowAtRev,
  context: Context,
  { lock = runtime.locksRow, movedTo }: { lock?: boolean; movedTo?: Row | undefined } = {},
): Promise<Row> {
  const { readRow, lockRow } = runtime.statements;
  const values = new Values();
  values.bind(id);
  if (lock) {
    await lockAncestors(kernel, { runtime, id, movedTo }, context);
    for (const keyword of runtime.keywords) if (keyword.lock) await keyword.lock(runtime, id, context);
    queueForRow(context, runtime, id);
  }
  const access = accessFilter({ kernel, context, values }, runtime);
  const text = lock ? lockRow : readRow;
  const narrowed = access === '' ? text : text.replace(ROW_CONDITION, `${ROW_CONDITION} and (${access})`);
  const { rows } = await context.reads.query(statement(narrowed, values.list, true));
  const found = rows[0] as { json: string } | undefined;
  if (!found) throw notFound();
  const before = JSON.parse(found.json) as Row;
  if (lock) noteLocked(context, kernel, runtime, [{ id, isChild: isChildRow(runtime, before) }]);
  if (before['rev'] !== rev) throw staleRefusal();
  return before;
}

/** Message key for a stale `rev`. */
export const STALE = 'MSG_generic_0010';

/** The refusal of a change whose row has changed since the caller read it. */
export const staleRefusal = (): Refusal =>
  new Refusal('conflict', STALE, {}, [{ field: 'rev', key: STALE, params: {} }]);
