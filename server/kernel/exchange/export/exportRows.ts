import Cursor from 'pg-cursor';
import { quote } from '../../../../generator/language/sqlText.ts';
import { Refusal } from '../../../errors.ts';
import type { PoolClient } from 'pg';
import type { Context } from '../../context.ts';
import { entityNamed } from '../../kernel.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { filterText, requireFilters } from '../../read/list.ts';
import { readableFields, fieldAsText } from '../../read/projection.ts';
import { CallerDisconnected, throwIfDisconnected } from '../../../spreadsheet/callerDisconnected.ts';
import { KEY_SEPARATOR, keyFields } from '../../../spreadsheet/keyText.ts';
import { fileNamesSql } from '../../files/fileNames.ts';
import { orderText } from '../../read/sorting.ts';
import { hiddenFields, may, permit } from '../../rights.ts';
import { Values } from '../../statement.ts';
import { canUpdateByImport, RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Field } from '../../../../generator/model/field.ts';

/** Rows fetched at a time. */
const BATCH = 1000;

/** What to export: conditions and sort of a list, and the columns in their order. */
export interface ExportQuery {
  where: readonly unknown[];
  sort?: string | readonly string[] | undefined;
  columns?: readonly string[];
}

/**
 * The fields of an export: the requested columns. By default, they are all fields, followed by the record version if
 * the user may import the file again.
 *
 * @throws Refusal 403 without the right to export, 400 for a field that lists do not show
 */
export function exportFields(
  kernel: Kernel,
  runtime: EntityRuntime,
  columns: readonly string[] | undefined,
  context: Context,
): Field[] {
  permit(kernel, runtime, 'export', context);
  const { entity, fields } = runtime;
  const readableNames = new Set(
    readableFields(entity, true, hiddenFields(runtime, context.user)).map(({ name }) => name),
  );
  if (columns === undefined || columns.length === 0) {
    const canReimport = canUpdateByImport(entity) && may(kernel, runtime, 'import', context);
    return [...entity.fields.filter(({ name }) => readableNames.has(name)), ...(canReimport ? [RECORD_VERSION] : [])];
  }
  if (new Set(columns).size < columns.length)
    throw new Refusal('invalid', 'MSG_generic_0152', { label: 'columns' }, [
      { field: 'columns', key: 'MSG_generic_0152', params: { label: 'columns' } },
    ]);
  return columns.map((name) => {
    if (readableNames.has(name)) return fields.get(name)!;
    throw new Refusal('invalid', 'MSG_generic_0013', { name }, [
      { field: 'columns', key: 'MSG_generic_0013', params: { name } },
    ]);
  });
}

/**
 * Refuses an export with too many rows. `max` is the limit of the format, in addition to that of the entity
 * (`x-export.max`).
 *
 * @throws Refusal (400)
 */
export async function refuseTooMany(
  kernel: Kernel,
  runtime: EntityRuntime,
  { query, max }: { query: ExportQuery; max: number | undefined },
  context: Context,
): Promise<void> {
  const entityMax = runtime.entity.export?.max;
  const limit = Math.min(entityMax ?? Infinity, max ?? Infinity);
  if (limit === Infinity) return;
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, query.where);
  requireFilters(runtime, where);
  const { rows } = await context.db.query({
    text: `select count(*)::int as n from (select 1 from ${quote(runtime.entity.table)} t where ${where.sql} limit ${limit + 1}) c`,
    values: values.list,
  });
  if ((rows[0] as { n: number }).n > limit)
    throw new Refusal('invalid', limit === entityMax ? 'MSG_upload_0042' : 'MSG_upload_0041', { max: limit });
}

/**
 * SQL of a column as text for a spreadsheet: files by their names, the parent by its key, others as the API prints
 * them.
 */
function exportedText(kernel: Kernel, { entity }: EntityRuntime, field: Field): string {
  const column = `t.${quote(field.name)}`;
  const parent =
    entity.parents.some(({ via }) => via === field.name) && field.ref?.by === 'id'
      ? entityNamed(kernel, field.ref.entity).entity
      : undefined;
  const key = parent && keyFields(parent);
  if (key)
    return `(select concat_ws('${KEY_SEPARATOR}', ${key.map((keyField) => fieldAsText(keyField, `p.${quote(keyField.name)}`)).join(', ')}) from ${quote(parent.table)} p where p.id = ${column})`;
  return fileNamesSql(field, column) ?? fieldAsText(field, column);
}

/**
 * Reads all rows of a list with these conditions, in batches, and yields each as an array of values in the form of the
 * API.
 *
 * The session of the cursor is released when all rows are read or the caller leaves its loop. The caller must leave the
 * loop if its reader stalls, because no time limit of PostgreSQL ends an open cursor. Aborting `signal` also cancels
 * the running statement.
 *
 * @throws CallerDisconnected
 */
export async function* exportRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  { query, fields, signal }: { query: ExportQuery; fields: readonly Field[]; signal: AbortSignal },
  context: Context,
): AsyncGenerator<unknown[]> {
  permit(kernel, runtime, 'export', context);
  const values = new Values();
  const where = filterText({ kernel, context, values }, runtime, query.where);
  requireFilters(runtime, where);
  const list = fields.map((field) => exportedText(kernel, runtime, field)).join(', ');
  const text = `select ${list} from ${quote(runtime.entity.table)} t where ${where.sql} order by ${orderText(runtime, query.sort, hiddenFields(runtime, context.user))}`;
  throwIfDisconnected(signal);
  yield* readInBatches(kernel, new Cursor<unknown[]>(text, values.list, { rowMode: 'array' }), signal);
}

async function* readInBatches(
  kernel: Kernel,
  pending: Cursor<unknown[]>,
  signal: AbortSignal,
): AsyncGenerator<unknown[]> {
  const client = await kernel.exports.connect();
  let broken: Error | undefined;
  // a session with a cancelled statement is closed, because a late cancellation could reach the next statement
  const cancel = (): void => {
    broken = new CallerDisconnected();
    cancelStatement(kernel, client);
  };
  signal.addEventListener('abort', cancel, { once: true });
  const sessionEnd = Promise.withResolvers<void>();
  client.once('end', sessionEnd.resolve);
  try {
    throwIfDisconnected(signal);
    const cursor = client.query(pending);
    try {
      for (let rows = await cursor.read(BATCH); rows.length > 0; rows = await cursor.read(BATCH)) yield* rows;
    } finally {
      // on a lost session, `close` of the cursor never resolves
      await Promise.race([cursor.close(), sessionEnd.promise]);
    }
  } catch (error) {
    broken ??= error as Error;
    throw broken;
  } finally {
    signal.removeEventListener('abort', cancel);
    client.off('end', sessionEnd.resolve);
    client.release(broken);
  }
}

/** Cancels the statement of a session. If that fails, the time limit of the statement ends it. */
function cancelStatement({ auxiliary }: Kernel, client: PoolClient): void {
  const { processID } = client as PoolClient & { processID: number };
  auxiliary.query({ text: 'select pg_cancel_backend($1)', values: [processID] }).catch(() => undefined);
}
