import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Latest } from '../../../generator/model/rule.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel, SaveKeyword } from '../core.ts';
import type { Row } from '../row.ts';
import { statement } from '../statement.ts';
import { insertAudit, oneFieldChanged } from '../write/audit.ts';
import { changedColumns } from '../write/write.ts';
import { logChanges } from './changeLogFields.ts';

/**
 * `x-latest`: a save may move the flag of the latest row of a group. A save locks the group of its row until the
 * transaction ends, so that it sees the rows of concurrent saves. An import locks all groups with one lock, because a
 * lock for each row would exceed PostgreSQL's lock table.
 */
export const latest: SaveKeyword = {
  word: 'x-latest',
  concerns: (entity) => entity.latest !== undefined,
  needs: 'lock',
  rowByRow: () => ['updateWithParent', 'deleteWithParent'],
  updatesRowByRow: (entity, columns) => affectsLatest(entity.latest!, columns),
  lock: lockStoredGroup,
  async complete(save) {
    const { runtime, row, before, context } = save;
    return latestFlag(runtime, row, context, before && changedColumns(save, before));
  },
  async afterWrite({ kernel, runtime, row, before, columns, context }) {
    if (before) await syncLatestAfterUpdate(kernel, runtime, { before, columns }, context);
    else await syncLatest(kernel, runtime, [row], context);
  },
  lockMany: lockAllGroups,
  completeMany: latestFlags,
  async afterWriteMany({ kernel, runtime, rows, context }) {
    // updates that could move a flag are saved alone
    const added = rows.flatMap(({ before, row }) => (before ? [] : [row]));
    await syncLatest(kernel, runtime, added, context);
  },
};

/**
 * Locks the group of a stored row. It must be locked before the row, because two saves could deadlock otherwise.
 */
async function lockStoredGroup({ entity }: EntityRuntime, id: string, { db }: Context): Promise<void> {
  if (!entity.latest) return;
  const parts = entity.latest.by.map((name) => `${quote(name)}::text`);
  await db.query(statement(`select ${locks(entity, parts)} from ${quote(entity.table)} where id = $1`, [id], true));
}

/** Locks the group with these values of `x-latest.by`. */
export async function lockGroup({ entity }: EntityRuntime, values: readonly unknown[], { db }: Context): Promise<void> {
  const parts = entity.latest!.by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}::text`);
  await db.query(statement(`select ${locks(entity, parts)}`, [...values], true));
}

/** Locks all groups of the entity. */
async function lockAllGroups({ entity }: EntityRuntime, { db }: Context): Promise<void> {
  await db.query(statement(`select pg_advisory_xact_lock(${keyOfEntity(entity)})`, [], true));
}

/** Whether a change may make another row of its group the latest. */
const affectsLatest = ({ by, from }: Latest, changes: Row): boolean =>
  'delFlag' in changes || from in changes || by.some((name) => name in changes);

/**
 * The flag of a row that is being saved: Y if it is the latest of its group, else N; empty if the change does not
 * affect the flag. Locks the group.
 *
 * @param changes changed fields of a stored row, by name; absent for a new row
 */
async function latestFlag(runtime: EntityRuntime, row: Row, context: Context, changes?: Row): Promise<Row> {
  const { entity } = runtime;
  const { db } = context;
  const { latest } = entity;
  if (!latest || (changes && !affectsLatest(latest, changes))) return {};
  const values = latest.by.map((name) => row[name]);
  const parts = latest.by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}`);
  await lockGroup(runtime, values, context);
  const [from, id] = [`$${values.length + 1}::${typeOf(entity, latest.from)}`, `$${values.length + 2}::bigint`];
  const same = latest.by.map((name, index) => `t.${quote(name)} = ${parts[index]}`);
  const later = `t.${quote(latest.from)} > ${from} or (t.${quote(latest.from)} = ${from} and t.id > ${id})`;
  const text = `select not exists (select from ${quote(entity.table)} t where t."delFlag" = 'N' and ${same.join(' and ')} and t.id is distinct from ${id} and (${later})) as latest`;
  const { rows } = await db.query(statement(text, [...values, row[latest.from], row['id'] ?? null], true));
  return { [latest.field]: (rows[0] as { latest: boolean }).latest ? 'Y' : 'N' };
}

/** The flags of many new rows, compared with each other and with stored rows. The caller has locked all groups. */
async function latestFlags({ entity }: EntityRuntime, rows: readonly Row[], { db }: Context): Promise<Row[]> {
  const latest = entity.latest!;
  const columns = [...latest.by, latest.from];
  const names = columns.map(quote).join(', ');
  const by = latest.by.map(quote).join(', ');
  const same = latest.by.map((name) => `t.${quote(name)} = n.${quote(name)}`).join(' and ');
  const text =
    `select (row_number() over (partition by ${by} order by ${quote(latest.from)} desc, "place$" desc) = 1 and not exists (` +
    `select from ${quote(entity.table)} t where t."delFlag" = 'N' and ${same} and t.${quote(latest.from)} > n.${quote(latest.from)})) as latest ` +
    `from unnest(${columns.map((name, index) => `$${index + 1}::${typeOf(entity, name)}[]`).join(', ')}) with ordinality as n(${names}, "place$") order by "place$"`;
  const found = await db.query(
    statement(
      text,
      columns.map((name) => rows.map((row) => row[name])),
      true,
    ),
  );
  return (found.rows as { latest: boolean }[]).map((row) => ({ [latest.field]: row.latest ? 'Y' : 'N' }));
}

/**
 * Corrects the flags of all rows in the groups of `written`, in one statement with audit lines, and logs the changes.
 *
 * @param written rows before or after their change; several may be of the same group
 */
async function syncLatest(
  kernel: Kernel,
  runtime: EntityRuntime,
  written: readonly Row[],
  context: Context,
): Promise<void> {
  const { entity } = runtime;
  const { latest } = entity;
  if (!latest || written.length === 0) return;
  const { db, user, requestId } = context;
  const values = latest.by.map((name) => written.map((row) => row[name]));
  const { rows } = await db.query(statement(syncStatement(entity, latest), [...values, user.userCde, requestId], true));
  const changed = rows as { id: string; was: string | null; now: string }[];
  await logChanges(
    kernel,
    runtime,
    changed.map(({ id, was, now }) => ({ id, action: 'update', changes: { [latest.field]: [was, now] } })),
    context,
  );
}

/** Corrects the flags of the groups of a changed row: its current group and its previous one. */
async function syncLatestAfterUpdate(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, columns }: { before: Row; columns: Row },
  context: Context,
): Promise<void> {
  const { latest } = runtime.entity;
  if (latest && affectsLatest(latest, columns))
    await syncLatest(kernel, runtime, [before, { ...before, ...columns }], context);
}

function syncStatement(entity: Entity, { field, by, from }: Latest): string {
  const [table, flag] = [quote(entity.table), quote(field)];
  const groups = by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}[]`).join(', ');
  const [user, request] = [`$${by.length + 1}`, `$${by.length + 2}`];
  const names = by.map(quote).join(', ');
  return (
    `with ranked as (select id, ${flag} as was, case when row_number() over (partition by ${names} order by ${quote(from)} desc, id desc) = 1 then 'Y' else 'N' end as now ` +
    `from ${table} where "delFlag" = 'N' and (${names}) in (select * from unnest(${groups}))), ` +
    `changed as (update ${table} t set ${flag} = r.now, rev = rev + 1, updater = ${user}, "updateAt" = now() from ranked r where t.id = r.id and r.was is distinct from r.now returning t.id, r.was, r.now), ` +
    `audit as (${insertAudit(entity, { from: 'changed', action: `'update'`, changes: oneFieldChanged(field, 'was', 'now'), by: user, request })}) ` +
    'select id::text as id, was, now from changed'
  );
}

const keyOfEntity = (entity: Entity): string => `hashtextextended(${literal(`${entity.name} latest`)}, 0)`;

/** SQL: a shared lock of the entity, which `lockAllGroups` takes exclusively, and an exclusive lock of the group. */
const locks = (entity: Entity, parts: readonly string[]): string =>
  `pg_advisory_xact_lock_shared(${keyOfEntity(entity)}), pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), ${[literal(`${entity.name} latest`), ...parts].join(', ')}), 1))`;

function typeOf({ fields }: Entity, name: string): string {
  const field = fields.find((one) => one.name === name)!;
  return KINDS[field.kind].column(field);
}
