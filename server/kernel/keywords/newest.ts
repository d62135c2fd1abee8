import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Newest } from '../../../generator/model/rule.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel, SaveKeyword } from '../core.ts';
import type { Row } from '../row.ts';
import { literal, quote, statement } from '../statement.ts';
import { insertAudit, oneFieldChanged } from '../write/audit.ts';
import { changedColumns } from '../write/write.ts';
import { logChanges } from './fieldLog.ts';

/**
 * `x-newest`: a save may move the flag of the latest row of a group. Whoever writes a row locks its group until the
 * transaction ends, so that the second of two writers sees what the first one wrote. An import locks all groups at once:
 * PostgreSQL has no room for a lock for each of its rows.
 */
export const newest: SaveKeyword = {
  word: 'x-newest',
  concerns: (entity) => entity.newest !== undefined,
  needs: 'lock',
  rowByRow: () => ['updateWithParent', 'deleteWithParent'],
  lock: lockStoredGroup,
  async complete(save) {
    const { runtime, row, before, context } = save;
    const changes = before && changedColumns(save, before);
    Object.assign(row, await newestFlag(runtime, row, context, changes));
  },
  async written({ kernel, runtime, row, before, columns, context }) {
    if (before) await syncLatestAfterUpdate(kernel, runtime, before, columns!, context);
    else await syncLatest(kernel, runtime, [row], context);
  },
};

/**
 * Holds the thing that a stored row belongs to, before the row itself: the other way round two writers could wait for
 * each other.
 */
export async function lockStoredGroup({ entity }: EntityRuntime, id: string, { db }: Context): Promise<void> {
  if (!entity.newest) return;
  const parts = entity.newest.by.map((name) => `${quote(name)}::text`);
  await db.query(statement(`select ${locks(entity, parts)} from ${quote(entity.table)} where id = $1`, [id], true));
}

/** Holds the thing of these values, as `x-newest.by` names them. */
export async function lockGroup({ entity }: EntityRuntime, values: readonly unknown[], { db }: Context): Promise<void> {
  const parts = entity.newest!.by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}::text`);
  await db.query(statement(`select ${locks(entity, parts)}`, [...values], true));
}

/** Holds every thing of the entity. */
export async function lockAllGroups({ entity }: EntityRuntime, { db }: Context): Promise<void> {
  if (entity.newest) await db.query(statement(`select pg_advisory_xact_lock(${keyOfEntity(entity)})`, [], true));
}

/** Whether a change may make another row of its thing the newest. */
export const isAboutNewest = ({ by, from }: Newest, changes: Row): boolean =>
  'delFlag' in changes || from in changes || by.some((name) => name in changes);

/**
 * Y for a row that is the newest of its thing as it is about to be written, else N; undefined where nothing decides
 * anew.
 *
 * @param changes what of a stored row changes, by name; absent for a new row
 */
export async function newestFlag(runtime: EntityRuntime, row: Row, context: Context, changes?: Row): Promise<Row> {
  const { entity } = runtime;
  const { db } = context;
  const { newest } = entity;
  if (!newest || (changes && !isAboutNewest(newest, changes))) return {};
  const values = newest.by.map((name) => row[name]);
  const parts = newest.by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}`);
  await lockGroup(runtime, values, context);
  const [from, id] = [`$${values.length + 1}::${typeOf(entity, newest.from)}`, `$${values.length + 2}::bigint`];
  const same = newest.by.map((name, index) => `t.${quote(name)} = ${parts[index]}`);
  const later = `t.${quote(newest.from)} > ${from} or (t.${quote(newest.from)} = ${from} and t.id > ${id})`;
  const text = `select not exists (select from ${quote(entity.table)} t where t."delFlag" = 'N' and ${same.join(' and ')} and t.id is distinct from ${id} and (${later})) as newest`;
  const { rows } = await db.query(statement(text, [...values, row[newest.from], row['id'] ?? null], true));
  return { [newest.field]: (rows[0] as { newest: boolean }).newest ? 'Y' : 'N' };
}

/**
 * The flags of many new rows, in one statement: among themselves and beside what is stored. Every thing is held
 * already.
 */
export async function newestFlags({ entity }: EntityRuntime, rows: readonly Row[], { db }: Context): Promise<Row[]> {
  const { newest } = entity;
  if (!newest) return rows.map(() => ({}));
  const columns = [...newest.by, newest.from];
  const names = columns.map(quote).join(', ');
  const by = newest.by.map(quote).join(', ');
  const same = newest.by.map((name) => `t.${quote(name)} = n.${quote(name)}`).join(' and ');
  const text =
    `select (row_number() over (partition by ${by} order by ${quote(newest.from)} desc, "place$" desc) = 1 and not exists (` +
    `select from ${quote(entity.table)} t where t."delFlag" = 'N' and ${same} and t.${quote(newest.from)} > n.${quote(newest.from)})) as newest ` +
    `from unnest(${columns.map((name, index) => `$${index + 1}::${typeOf(entity, name)}[]`).join(', ')}) with ordinality as n(${names}, "place$") order by "place$"`;
  const found = await db.query(
    statement(
      text,
      columns.map((name) => rows.map((row) => row[name])),
      true,
    ),
  );
  return (found.rows as { newest: boolean }[]).map((row) => ({ [newest.field]: row.newest ? 'Y' : 'N' }));
}

/**
 * Puts the flags of all other rows of the things right after `written` rows were: each row that gains or loses it is
 * changed with its audit line and its log, all in one statement.
 *
 * @param written rows as they are or were; with those of one thing twice nothing is done twice
 */
export async function syncLatest(
  kernel: Kernel,
  runtime: EntityRuntime,
  written: readonly Row[],
  context: Context,
): Promise<void> {
  const { entity } = runtime;
  const { newest } = entity;
  if (!newest || written.length === 0) return;
  const { db, user, requestId } = context;
  const values = newest.by.map((name) => written.map((row) => row[name]));
  const { rows } = await db.query(
    statement(settleStatement(entity, newest), [...values, user.userCde, requestId], true),
  );
  const changed = rows as { id: string; was: string | null; now: string }[];
  await logChanges(
    kernel,
    runtime,
    changed.map(({ id, was, now }) => ({ id, action: 'update', changes: { [newest.field]: [was, now] } })),
    context,
  );
}

/** After a stored row was changed: the thing that it is of, and the one that it was of. */
export async function syncLatestAfterUpdate(
  kernel: Kernel,
  runtime: EntityRuntime,
  before: Row,
  changes: Row,
  context: Context,
): Promise<void> {
  const { newest } = runtime.entity;
  if (newest && isAboutNewest(newest, changes))
    await syncLatest(kernel, runtime, [before, { ...before, ...changes }], context);
}

function settleStatement(entity: Entity, { field, by, from }: Newest): string {
  const [table, flag] = [quote(entity.table), quote(field)];
  const things = by.map((name, index) => `$${index + 1}::${typeOf(entity, name)}[]`).join(', ');
  const [user, request] = [`$${by.length + 1}`, `$${by.length + 2}`];
  const names = by.map(quote).join(', ');
  return (
    `with ranked as (select id, ${flag} as was, case when row_number() over (partition by ${names} order by ${quote(from)} desc, id desc) = 1 then 'Y' else 'N' end as now ` +
    `from ${table} where "delFlag" = 'N' and (${names}) in (select * from unnest(${things}))), ` +
    `changed as (update ${table} t set ${flag} = r.now, rev = rev + 1, updater = ${user}, "updateAt" = now() from ranked r where t.id = r.id and r.was is distinct from r.now returning t.id, r.was, r.now), ` +
    `audit as (${insertAudit(entity, { from: 'changed', action: `'update'`, changes: oneFieldChanged(field, 'was', 'now'), by: user, request })}) ` +
    'select id::text as id, was, now from changed'
  );
}

const keyOfEntity = (entity: Entity): string => `hashtextextended(${literal(`${entity.name} newest`)}, 0)`;

/** The entity shared with other writers of single rows, the thing for oneself. */
const locks = (entity: Entity, parts: readonly string[]): string =>
  `pg_advisory_xact_lock_shared(${keyOfEntity(entity)}), pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), ${[literal(`${entity.name} newest`), ...parts].join(', ')}), 1))`;

function typeOf({ fields }: Entity, name: string): string {
  const field = fields.find((one) => one.name === name)!;
  return KINDS[field.kind].column(field);
}
