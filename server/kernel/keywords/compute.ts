import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { DerivedCopy } from '../../../generator/model/lookup.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel, SaveKeyword } from '../core.ts';
import type { WrittenRow } from '../write/writeResult.ts';
import { syncReminders } from '../remind/reminders.ts';
import type { Row } from '../row.ts';
import { statement } from '../statement.ts';
import { insertAudit, oneFieldChanged } from '../write/audit.ts';
import { logChanges } from './changeLogFields.ts';
import { parsedRows } from '../printedRows.ts';

/** `x-compute.follows`: copies of a field in other rows are updated with it. */
export const compute: SaveKeyword = {
  word: 'x-compute',
  concerns: (entity) => entity.derivedCopies !== undefined,
  needs: 'lock',
  async afterWrite(save) {
    if (save.before) await syncCopies(save.kernel, save.runtime, [save], save.context);
  },
  // rows of one file can refer to later rows, whose copies are only known now
  afterWriteMany: ({ kernel, runtime, rows, context }) => syncCopies(kernel, runtime, rows, context),
};

/**
 * Updates the copies of written fields in other rows (`x-compute.follows`), with one statement for each copied field
 * and with audit lines. A copy that a user overwrote is kept. Gates and rights of the rows with copies do not apply,
 * because the value belongs to another record.
 */
async function syncCopies(
  kernel: Kernel,
  { entity }: EntityRuntime,
  written: readonly Pick<WrittenRow, 'before' | 'row'>[],
  context: Context,
): Promise<void> {
  for (const copy of entity.derivedCopies ?? []) {
    const { by, of } = copy;
    const changes = written.filter(
      ({ before, row }) => row[by] != null && (before?.[of] ?? null) !== (row[of] ?? null),
    );
    if (changes.length === 0) continue;
    const copyRuntime = entityNamed(kernel, copy.entity);
    const values = [
      changes.map(({ row }) => row[by]),
      changes.map(({ before }) => before?.[of] ?? null),
      changes.map(({ row }) => row[of] ?? null),
      context.user.userCde,
      context.requestId,
    ];
    const { rows } = await context.db.query(statement(syncStatement(entity, copyRuntime.entity, copy), values, true));
    const updated = rows as Copy[];
    await logChanges(
      kernel,
      copyRuntime,
      updated.map(({ id, was, now }) => ({ id, action: 'update', changes: { [copy.field]: [was, now] } })),
      context,
    );
    if (copyRuntime.entity.reminders.length > 0)
      await syncRemindersOf(kernel, copyRuntime, { field: copy.field, updated }, context);
    if (updated.length > 0) context.afterCommit(() => kernel.invalidate(copyRuntime.entity.table));
  }
}

/** A row whose copy was updated, with the value of the copy before and after. */
interface Copy {
  id: string;
  was: string | null;
  now: string | null;
}

/** Updates the open to-dos of rows whose copies were updated, as a save of these rows does. */
async function syncRemindersOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  { field, updated }: { field: string; updated: readonly Copy[] },
  context: Context,
): Promise<void> {
  for (const { id, was } of updated) {
    const stored = await context.db.query(statement(runtime.statements.readRow, [id], true));
    const [after] = parsedRows(stored) as [Row];
    await syncReminders(kernel, runtime, { before: { ...after, [field]: was }, after }, context);
  }
}

function syncStatement(entity: Entity, copyRuntime: Entity, { field, via, by, of }: DerivedCopy): string {
  const typeOf = (name: string): string => {
    if (name === 'id') return 'bigint';
    const found = entity.fields.find((one) => one.name === name)!;
    return KINDS[found.kind].column(found);
  };
  const copy = quote(field);
  return (
    `with source as (select * from unnest($1::${typeOf(by)}[], $2::${typeOf(of)}[], $3::${typeOf(of)}[]) as u(key, was, now)), ` +
    `changed as (update ${quote(copyRuntime.table)} t set ${copy} = source.now, rev = rev + 1, updater = $4, "updateAt" = now() from source where t.${quote(via)} = source.key and t."delFlag" = 'N' and t.${copy} is not distinct from source.was returning t.id, source.was, source.now), ` +
    `audit as (${insertAudit(copyRuntime, { from: 'changed', action: `'update'`, changes: oneFieldChanged(field, 'was', 'now'), by: '$4', request: '$5' })}) ` +
    'select id::text as id, was, now from changed'
  );
}
