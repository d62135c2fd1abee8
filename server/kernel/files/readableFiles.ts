import { sql } from 'kysely';
import { quote } from '../../../generator/language/sqlText.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { accessFilter } from '../read/access.ts';
import { readableFields } from '../read/projection.ts';
import { hiddenFields, may } from '../rights.ts';
import { statement, Values } from '../statement.ts';
import { isFileId } from '../../storage/fileStore.ts';
import type { StoredFile } from './storedFile.ts';

interface FileRow extends StoredFile {
  by: string;
  entity: string | null;
  entityId: string | null;
  field: string | null;
}

const filesById = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('kernel.file')
    .select(['id', 'name', 'type', 'hash', 'scan', 'by', 'entity', 'entityId', 'field'])
    .select(sql<number>`size::int`.as('size'))
    .where(sql<boolean>`id = any(${$('ids')})`),
);

/**
 * Reads which of these files the caller may read: files in visible fields of visible rows, and unused files that the
 * caller uploaded.
 */
export async function readableFiles(kernel: Kernel, ids: readonly string[], context: Context): Promise<StoredFile[]> {
  const rows = await filesById.all(context.db, { ids: ids.filter(isFileId) });
  const readable: StoredFile[] = [];
  for (const [name, files] of Map.groupBy(rows, ({ entity }) => entity)) {
    const runtime = name === null ? undefined : kernel.registry.entities.get(name);
    if (name === null) readable.push(...files.filter(({ by }) => by === context.user.userCde).map(storedFile));
    else if (runtime) readable.push(...(await filesOfVisibleRows(kernel, runtime, files, context)));
  }
  return readable;
}

async function filesOfVisibleRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  files: readonly FileRow[],
  context: Context,
): Promise<StoredFile[]> {
  if (!may(kernel, runtime, 'query', context)) return [];
  const readableNames = new Set(
    readableFields(runtime.entity, false, hiddenFields(runtime, context.user)).map(({ name }) => name),
  );
  const values = new Values();
  const rowIds = values.bind(files.map(({ entityId }) => entityId));
  const access = accessFilter({ kernel, context, values }, runtime);
  const text = `select t.id::text as id from ${quote(runtime.entity.table)} t where t.id = any(${rowIds}::bigint[]) and t."delFlag" = 'N'${access === '' ? '' : ` and (${access})`}`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  const visible = new Set((rows as { id: string }[]).map(({ id }) => id));
  return files.filter(({ entityId, field }) => visible.has(entityId!) && readableNames.has(field!)).map(storedFile);
}

const storedFile = ({ id, name, type, size, hash, scan }: StoredFile): StoredFile => ({
  id,
  name,
  type,
  size,
  hash,
  scan,
});
