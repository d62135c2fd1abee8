import type { Field } from '../../../generator/model/field.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { rowInTurn } from '../contention.ts';
import type { Context } from '../context.ts';
import { afterSaveOf } from '../domain.ts';
import type { EntityRuntime, Kernel, RowSave, Saved } from '../core.ts';
import type { Row } from '../row.ts';
import { lockFiles, type LockedFiles } from '../files/claims.ts';
import { hashPassword } from '../passwordHash.ts';
import { visibleViolations } from '../rights.ts';
import { statement } from '../statement.ts';
import { changesOfCreate, changesOfUpdate } from './audit.ts';
import { savedRow, unchangedRow } from './change.ts';
import { withAllDuplicates } from './duplicates.ts';
import { load, staleRefusal } from './load.ts';
import { translateRefusal } from './refusal.ts';
import { sameValue } from './sameValue.ts';
import { updateStatement } from './statements.ts';

/**
 * Writes the row with its audit line in one statement, and what belongs to the row: files, logs, copies. A stored row
 * that does not differ is not written.
 *
 * @throws Refusal what the database refuses; 409 where the row has moved on
 */
export async function write(save: RowSave): Promise<void> {
  const { before, change, system } = save;
  if (!before) return insert(save);
  save.columns = change.operation === 'delete' ? { delFlag: 'Y' } : changedColumns(save, before);
  if (Object.keys(save.columns).length === 0 && system.action === undefined) save.saved = unchangedRow(before);
  else await update(save, before, save.columns);
}

async function insert(save: RowSave): Promise<void> {
  const { runtime, row, context, system } = save;
  const { insertColumns, insert: text } = runtime.statements;
  const files =
    runtime.fileFields.length === 0
      ? undefined
      : await lockFiles(runtime, { rowId: undefined, before: {}, columns: row }, context);
  const stored = { ...(await withHashes(runtime, row)), ...system.stored };
  const values = [
    ...insertColumns.map((field) => bindable(field, stored[field.name])),
    context.user.userCde,
    context.requestId,
    JSON.stringify(changesOfCreate(runtime, row, files)),
  ];
  const json = await attempt(save, 'create', row, () => context.db.query(statement(text, values, true)));
  await written(save, 'create', savedRow(json!), files);
}

async function update(save: RowSave, before: Row, columns: Row): Promise<void> {
  const { kernel, runtime, context, change, system } = save;
  const operation = change.operation === 'delete' ? 'delete' : 'update';
  const action = system.action ?? operation;
  const files = await lockFiles(runtime, { rowId: before['id'], before, columns }, context);
  save.audited = changesOfUpdate(runtime, before, columns, files);
  const notes = Object.entries(system.notes ?? {}).map(([name, value]) => [name, [null, value]]);
  const stored = await withHashes(runtime, columns);
  const names = Object.keys(columns);
  const values = [
    before['id'],
    before['rev'],
    context.user.userCde,
    context.requestId,
    // a change of a field comes before a note of the same name
    JSON.stringify({ ...Object.fromEntries(notes), ...save.audited }),
    ...names.map((name) => bindable(runtime.fields.get(name)!, stored[name])),
  ];
  const text = updateStatement(runtime.entity, names, action, system.keepsRev);
  const query = () => context.db.query(statement(text, values, true));
  const inTurn = () =>
    context.locks ? query() : rowInTurn(kernel, `${runtime.entity.table} ${String(before['id'])}`, query);
  save.row = { ...before, ...columns };
  const json = await attempt(save, operation, save.row, inTurn);
  if (json === undefined) throw staleRefusal();
  await written(save, action, savedRow(json), files);
}

/** What follows at once from a written row. */
async function written(save: RowSave, action: string, saved: Saved, files: LockedFiles | undefined): Promise<void> {
  const { kernel, runtime, row, before, columns, context } = save;
  save.saved = saved;
  save.isWritten = true;
  if (files) await files.assignTo(saved.id);
  for (const keyword of runtime.keywords) if (keyword.written) await keyword.written(save, saved, action);
  context.afterCommit(() => kernel.written(runtime.entity.table));
  const after = afterSaveOf(kernel.domain.get(runtime.entity.name), action);
  if (after) await after({ row, ...(before ? { before } : {}), changes: columns ?? row, action }, context);
}

/** The fields in which a row differs from the stored one, with the values to write. */
export function changedColumns({ runtime, row, body, systemValues }: RowSave, before: Row): Row {
  const columns: Row = {};
  for (const field of runtime.entity.fields) {
    // a write-only field is never read back, so any value is a change
    const isChanged = field.writeOnly
      ? { ...systemValues, ...body.values }[field.name] !== undefined
      : !sameValue(before[field.name], row[field.name]);
    if (isChanged) columns[field.name] = row[field.name] ?? null;
  }
  return columns;
}

/**
 * Writes columns of a stored row without rules or gates: for rows that the product keeps itself.
 *
 * @param before the row as read, locked
 * @throws Refusal 409 where the row has moved on
 */
export async function writeColumns(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, columns }: { before: Row; columns: Row },
  context: Context,
): Promise<void> {
  const change = { runtime, operation: 'update', before, body: NO_INPUT } as const;
  const save = await load(kernel, change, context, async () => []);
  await update(save, before, columns);
}

const NO_INPUT = { values: {}, children: {}, acceptWarnings: false, violations: [] };

/** The row as it is stored: a password as its hash. */
export async function withHashes({ passwords }: EntityRuntime, row: Row): Promise<Row> {
  if (passwords.length === 0) return row;
  const stored = { ...row };
  for (const name of passwords) if (row[name] != null) stored[name] = await hashPassword(row[name] as string);
  return stored;
}

/** Runs a write, and words what the database refuses. @returns the row as JSON text; undefined where none was written */
async function attempt(
  { kernel, runtime, context }: RowSave,
  operation: 'create' | 'update' | 'delete',
  row: Row,
  query: () => Promise<{ rows: unknown[] }>,
): Promise<string | undefined> {
  try {
    return ((await query()).rows[0] as { json: string } | undefined)?.json;
  } catch (error) {
    const refusal = translateRefusal(error, kernel.registry, runtime, operation);
    if (!(refusal instanceof Refusal)) throw refusal;
    const whole =
      operation === 'delete' ? refusal : await withAllDuplicates(kernel, runtime, { row, refusal }, context);
    const family = whole.family === 'conflict' ? 'conflict' : 'invalid';
    const shown =
      whole.violations.length === 0
        ? whole
        : refuseFields(visibleViolations(whole.violations, runtime, context.user), family);
    shown.byDatabase = whole.byDatabase;
    shown.row = row;
    throw shown;
  }
}

const JSON_KINDS = new Set(['multiChoice', 'multiRef', 'files', 'json']);

/** A value as pg binds it: lists and objects as JSON text, text and numbers as they are. */
export const bindable = (field: Field, value: unknown): string | number | null =>
  value == null ? null : JSON_KINDS.has(field.kind) ? JSON.stringify(value) : (value as string | number);
