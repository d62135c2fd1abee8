import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel, RowToLock } from '../core.ts';
import type { Row } from '../row.ts';
import { statement, Values } from '../statement.ts';
import { hasCode } from './codeCondition.ts';

/*
 * Locks rows in one order (decision 43): parents before their children, tables in the order of `Kernel.lockOrder`, rows
 * of one table by id. A transaction that locks a child has locked its parent, so the lock of a parent covers its
 * children.
 */

/** Form of an id. Any other text matches no row. */
const ID = /^[1-9]\d{0,18}$/;

/**
 * Adds the transaction to the in-memory queue of a row, before it locks the row. Only a limited number of transactions
 * may lock one row or wait for it in the database. Any other one is rolled back and waits in memory, without a session
 * (`lockingInTurn`).
 *
 * @throws RowBusy at the limit
 */
export const queueForRow = ({ locks }: Context, { entity }: EntityRuntime, id: string): void =>
  locks?.enter(`${entity.table} ${id}`);

/** Adds rows that a statement has locked to the locks of the transaction, which checks the order. */
export function noteLocked(
  { locks }: Context,
  kernel: Kernel,
  { entity }: EntityRuntime,
  rows: readonly { id: unknown; isChild?: boolean }[],
): void {
  if (!locks) return;
  const parents = entity.parents.map((parent) => entityNamed(kernel, parent.entity).entity.table);
  locks.rows.add(
    rows.map(({ id, isChild = parents.length > 0 }) => ({
      table: entity.table,
      id: String(id),
      ...(isChild ? { parents } : {}),
    })),
  );
}

/** Whether a row has a parent. A row of an entity with parents can have none. */
export const isChildRow = ({ entity }: EntityRuntime, row: Row): boolean =>
  entity.parents.some(({ via }) => row[via] != null);

/** Locks rows of one or several tables, after their ancestors, in the order of locks. Skips missing rows. */
export async function lockInOrder(kernel: Kernel, targets: readonly RowToLock[], context: Context): Promise<void> {
  const levels: RowToLock[][] = [];
  for (const target of targets) await addToLevels(kernel, target, levels, context);
  for (const level of levels) for (const rows of byTable(inOrder(kernel, level))) await lockLive(kernel, rows, context);
}

/** A stored row; `movedTo`: values of a change that moves it to other parents. */
export interface StoredRow {
  runtime: EntityRuntime;
  id: string;
  movedTo?: Row | undefined;
}

/** Locks the ancestors of a stored row, the topmost first. */
export async function lockAncestors(
  kernel: Kernel,
  { runtime, id, movedTo }: StoredRow,
  context: Context,
): Promise<void> {
  if (runtime.entity.parents.length === 0) return;
  await lockInOrder(kernel, await parentsOf(kernel, { runtime, id, movedTo }, context), context);
}

/** Finds the live parents of a stored row, including those to which it is moved. */
async function parentsOf(
  kernel: Kernel,
  { runtime: { entity, fields }, id, movedTo = {} }: StoredRow,
  { db }: Context,
): Promise<RowToLock[]> {
  const found: RowToLock[] = [];
  for (const { entity: name, via, members } of ID.test(id) ? entity.parents : []) {
    const parent = entityNamed(kernel, name);
    const { by } = fields.get(via)!.ref!;
    const moved = members === undefined ? undefined : movedTo[via];
    const values = new Values();
    const stored = `(select c.${quote(via)} from ${quote(entity.table)} c where c.id = ${values.bind(id)})`;
    const text =
      `select t.id::text as id from ${quote(parent.entity.table)} t where t."delFlag" = 'N'` +
      ` and (t.${quote(by)} = ${stored}${moved == null ? '' : ` or ${hasCode(by, [String(moved)], values)}`})`;
    const { rows } = await db.query(statement(text, values.list, true));
    found.push(...(rows as { id: string }[]).map((row) => ({ runtime: parent, id: row.id })));
  }
  return found;
}

/** Adds a row and its ancestors to their levels; level 0 are rows without parents. @returns the level of the row */
async function addToLevels(
  kernel: Kernel,
  target: RowToLock,
  levels: RowToLock[][],
  context: Context,
): Promise<number> {
  let level = 0;
  const parents =
    target.runtime.entity.parents.length === 0
      ? []
      : await parentsOf(kernel, { runtime: target.runtime, id: target.id }, context);
  for (const parent of parents) level = Math.max(level, (await addToLevels(kernel, parent, levels, context)) + 1);
  (levels[level] ??= []).push(target);
  return level;
}

const inOrder = ({ lockOrder }: Kernel, targets: readonly RowToLock[]): RowToLock[] => {
  const rows = new Map(targets.map((target) => [`${target.runtime.entity.table} ${target.id}`, target]));
  const row = ({ runtime, id }: RowToLock) => ({ table: runtime.entity.table, id });
  return [...rows.values()].toSorted((a, b) => lockOrder.compare(row(a), row(b)));
};

/** Groups rows by table, because one statement locks the rows of a table. */
const byTable = (targets: readonly RowToLock[]): RowToLock[][] => [
  ...Map.groupBy(
    targets.filter(({ id }) => ID.test(id)),
    ({ runtime }) => runtime.entity.table,
  ).values(),
];

/** Limit of rows of one table for which a transaction is queued. If there are more, it is queued for none. */
const MAX_QUEUED = 10;

async function lockLive(kernel: Kernel, targets: readonly RowToLock[], context: Context): Promise<void> {
  const { runtime } = targets[0]!;
  if (targets.length <= MAX_QUEUED) for (const { id } of targets) queueForRow(context, runtime, id);
  const vias = runtime.entity.parents.map(({ via }) => `${quote(via)} is not null`).join(' or ') || 'false';
  // ordered by the number `t.id`; `id` is the text of the result, which has another order
  const text = `select t.id::text as id, (${vias}) as "isChild" from ${quote(runtime.entity.table)} t where t.id = any($1::bigint[]) and t."delFlag" = 'N' order by t.id for no key update`;
  const { rows } = await context.db.query(statement(text, [targets.map(({ id }) => id)], true));
  noteLocked(context, kernel, runtime, rows as { id: string; isChild: boolean }[]);
}
