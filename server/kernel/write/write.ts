import type { Field } from '../../../generator/model/field.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { rowInTurn } from '../contention.ts';
import type { Context } from '../context.ts';
import { afterWriteOf } from '../domain.ts';
import type { Change, Computed, EntityRuntime, Gated, Kernel, Written } from '../core.ts';
import type { Row } from '../row.ts';
import { lockFiles, type LockedFiles } from '../files/ownership.ts';
import { hashPassword } from '../passwordHash.ts';
import { visibleViolations } from '../rights.ts';
import { statement } from '../statement.ts';
import { changesOfCreate, changesOfUpdate } from './audit.ts';
import { savedRow, unchangedRow } from './saved.ts';
import { withAllDuplicates } from './refusal/duplicates.ts';
import { NO_INPUT, saveNothingMore, staleRefusal } from './load.ts';
import { translateRefusal } from './refusal/refusal.ts';
import { isSameValue } from './isSameValue.ts';
import { updateStatement } from './statements.ts';
import type { WriteResult } from './writeResult.ts';

/**
 * Writes the row with its audit line in one statement, then its files, logs and copies. An unchanged row is not
 * written, except by an operation.
 *
 * @throws Refusal if the database refuses the row; 409 for a stale `rev`
 */
export async function write(save: Computed): Promise<Computed & Written> {
  if (!save.before) return insert(save);
  const columns = changedColumns(save, save.before);
  if (Object.keys(columns).length > 0 || save.system.action !== undefined) return update(save, columns);
  return { ...save, columns, audited: {}, saved: unchangedRow(save.before) };
}

/** Marks the row as deleted. @throws Refusal as `write` */
export const writeDeletion = (save: Gated & { before: Row }): Promise<Written> => update(save, { delFlag: 'Y' });

async function insert(save: Computed): Promise<Computed & Written> {
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
  const json = await attempt(save, row, () => context.db.query(statement(text, values, true)));
  const written = { ...save, columns: row, audited: {}, saved: savedRow(json!) };
  await afterWrite(written, 'create', files);
  return written;
}

async function update<Save extends Gated & { before: Row }>(save: Save, columns: Row): Promise<Save & WriteResult> {
  const { kernel, runtime, operation, before, context, system } = save;
  const action = system.action ?? operation;
  const files = await lockFiles(runtime, { rowId: before['id'], before, columns }, context);
  const audited = changesOfUpdate(runtime, before, columns, files);
  const notes = Object.entries(system.notes ?? {}).map(([name, value]) => [name, [null, value]]);
  const stored = await withHashes(runtime, columns);
  const names = Object.keys(columns);
  const values = [
    before['id'],
    before['rev'],
    context.user.userCde,
    context.requestId,
    // a changed field overrides a note of the same name
    JSON.stringify({ ...Object.fromEntries(notes), ...audited }),
    ...names.map((name) => bindable(runtime.fields.get(name)!, stored[name])),
  ];
  const text = updateStatement(runtime.entity, names, action, system.keepsRev);
  const query = () => context.db.query(statement(text, values, true));
  const queryInTurn = () =>
    context.locks ? query() : rowInTurn(kernel, `${runtime.entity.table} ${String(before['id'])}`, query);
  const row = { ...before, ...columns };
  const json = await attempt(save, row, queryInTurn);
  if (json === undefined) throw staleRefusal();
  const written = { ...save, row, columns, audited, saved: savedRow(json) };
  await afterWrite(written, action, files);
  return written;
}

/** Writes what belongs to a written row: its files, then what keywords and the business area add. */
async function afterWrite(save: Written, action: string, files: LockedFiles | undefined): Promise<void> {
  const { kernel, runtime, row, before, columns, saved, context } = save;
  if (files) await files.assignTo(saved.id);
  for (const keyword of runtime.keywords) if (keyword.afterWrite) await keyword.afterWrite(save, action);
  context.afterCommit(() => kernel.invalidate(runtime.entity.table));
  const ofDomain = afterWriteOf(kernel.domain.get(runtime.entity.name), action);
  if (ofDomain) await ofDomain({ row, ...(before ? { before } : {}), changes: columns, action }, context);
}

/** The changed fields of a row, with the values to write. */
export function changedColumns({ runtime, row, body, systemValues }: Computed, before: Row): Row {
  const columns: Row = {};
  for (const field of runtime.entity.fields) {
    // the stored value of a write-only field is not read, so any value counts as a change
    const isChanged = field.writeOnly
      ? { ...systemValues, ...body.values }[field.name] !== undefined
      : !isSameValue(before[field.name], row[field.name]);
    if (isChanged) columns[field.name] = row[field.name] ?? null;
  }
  return columns;
}

/**
 * Writes columns of a stored row without checking rules and gates, for rows that the product maintains.
 *
 * @param before the stored row, locked by the caller
 * @throws Refusal 409 for a stale `rev`
 */
export async function writeColumns(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, columns }: { before: Row; columns: Row },
  context: Context,
): Promise<void> {
  const change: Change = { runtime, operation: 'update', before };
  const save = { kernel, context, change, runtime, operation: 'update', before } as const;
  await update({ ...save, system: {}, body: NO_INPUT, saveMore: saveNothingMore }, columns);
}

/** Replaces passwords in a row by their hashes. */
export async function withHashes({ passwords }: EntityRuntime, row: Row): Promise<Row> {
  if (passwords.length === 0) return row;
  const stored = { ...row };
  for (const name of passwords) if (row[name] != null) stored[name] = await hashPassword(row[name] as string);
  return stored;
}

/**
 * Runs a write, and translates an error of the database.
 *
 * @returns the row as JSON text; undefined if no row was written
 */
async function attempt(
  { kernel, runtime, operation, context }: Gated,
  row: Row,
  query: () => Promise<{ rows: unknown[] }>,
): Promise<string | undefined> {
  try {
    return ((await query()).rows[0] as { json: string } | undefined)?.json;
  } catch (error) {
    const refusal = translateRefusal(error, kernel.registry, runtime, operation);
    if (!(refusal instanceof Refusal)) throw refusal;
    const withDuplicates =
      operation === 'delete' ? refusal : await withAllDuplicates(kernel, runtime, { row, refusal }, context);
    const family = withDuplicates.family === 'conflict' ? 'conflict' : 'invalid';
    const shown =
      withDuplicates.violations.length === 0
        ? withDuplicates
        : refuseFields(visibleViolations(withDuplicates.violations, runtime, context.user), family);
    shown.byDatabase = withDuplicates.byDatabase;
    shown.row = row;
    throw shown;
  }
}

const JSON_KINDS = new Set(['multiChoice', 'multiRef', 'files', 'json']);

/** Converts a value for the driver: lists and objects become JSON text, text and numbers remain unchanged. */
export const bindable = (field: Field, value: unknown): string | number | null =>
  value == null ? null : JSON_KINDS.has(field.kind) ? JSON.stringify(value) : (value as string | number);
