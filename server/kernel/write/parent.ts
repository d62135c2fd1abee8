import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Child } from '../../../generator/model/child.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel, Parent } from '../core.ts';
import { mayHaveChildren } from '../childCondition.ts';
import type { Body, Row } from '../row.ts';
import { accessFilter } from '../read/access.ts';
import { linkOf } from '../read/children.ts';
import { subtypeOf } from '../subtypes.ts';
import { statement, Values } from '../statement.ts';
import { checkNumberOfChildren } from './childRows.ts';
import { queueForRow, isChildRow, lockAncestors, noteLocked } from './locks.ts';
import { ROW_CONDITION } from './statements.ts';
import { parsedRows } from '../printedRows.ts';

/**
 * Locks and reads the parent of a row, so that concurrent saves of its children number and total them one after the
 * other.
 *
 * @returns undefined if the row has no parent
 * @throws Refusal (400) at the reference, if the user does not see the parent or it does not exist
 */
export async function lockParent(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<Parent | undefined> {
  return findParent(kernel, runtime, { row, statementName: 'lockRow' }, context);
}

async function findParent(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, statementName }: { row: Row; statementName: 'lockRow' | 'readRow' },
  context: Context,
): Promise<Parent | undefined> {
  for (const { entity, via } of runtime.entity.parents) {
    const key = row[via];
    const field = runtime.fields.get(via);
    if (key == null || !field?.ref) continue;
    const parentRuntime = entityNamed(kernel, entity);
    const byId = field.ref.by === 'id';
    // an invalid key is a violation of the field kind
    if (KINDS[field.kind].checkComparable(key, field)) continue;
    if (statementName === 'lockRow') await queueForParent(kernel, parentRuntime, { by: field.ref.by, key }, context);
    const values = new Values();
    values.bind(key);
    const access = accessFilter({ kernel, context, values }, parentRuntime);
    const condition = byId ? ROW_CONDITION : ROW_CONDITION.replace('t.id', `t.${quote(field.ref.by)}`);
    const text = parentRuntime.statements[statementName].replace(
      ROW_CONDITION,
      access === '' ? condition : `${condition} and (${access})`,
    );
    const { rows } = await context.db.query(statement(text, values.list, true));
    const found = rows[0] as { json: string } | undefined;
    if (!found && statementName === 'readRow') return undefined;
    // an invisible parent is reported as missing
    if (!found) throw refuseFields([{ field: via, key: MESSAGE.referenceMissing, params: { label: field.label } }]);
    const parent = JSON.parse(found.json) as Row;
    if (statementName === 'lockRow')
      noteLocked(context, kernel, parentRuntime, [{ id: parent['id'], isChild: isChildRow(parentRuntime, parent) }]);
    return asSubtype(kernel, parentRuntime, { row: parent, via }, context);
  }
  return undefined;
}

/** Prepares the lock of a parent: locks its ancestors, and queues the transaction for the parent. */
async function queueForParent(
  kernel: Kernel,
  parentRuntime: EntityRuntime,
  { by, key }: { by: string; key: unknown },
  context: Context,
): Promise<void> {
  if (by !== 'id' && parentRuntime.entity.parents.length > 0) {
    const text = `select id::text as id from ${quote(parentRuntime.entity.table)} where ${quote(by)} = $1 and "delFlag" = 'N'`;
    const {
      rows: [found],
    } = await context.db.query(statement(text, [key], true));
    if (found) await lockAncestors(kernel, { runtime: parentRuntime, id: (found as { id: string }).id }, context);
  } else await lockAncestors(kernel, { runtime: parentRuntime, id: String(key) }, context);
  queueForRow(context, parentRuntime, String(key));
}

/** Reads the parent again as its subtype, because the gates and formulas of the subtype apply. */
async function asSubtype(
  kernel: Kernel,
  parentRuntime: EntityRuntime,
  { row, via }: { row: Row; via: string },
  context: Context,
): Promise<Parent> {
  const runtime = subtypeOf(kernel, parentRuntime, row);
  if (runtime === parentRuntime) return { runtime, row, via };
  const stored = await context.db.query(statement(runtime.statements.readRow, [row['id']], true));
  const [ofSubtype] = parsedRows(stored) as [Row];
  return { runtime, row: ofSubtype, via };
}

/** Whether a change moves a row to another parent (`x-child.members`). */
export const isMoved = ({ entity }: EntityRuntime, input: Body, before: Row): boolean =>
  entity.parents.some(
    ({ via, members }) =>
      members !== undefined && before[via] != null && input.values[via] != null && input.values[via] !== before[via],
  );

/**
 * Adds a violation if a change moves a child to another parent, and resets the field of the parent. Only members
 * (`x-child.members`) can be moved: a move could bypass the states of the parent, and only the stored parent is locked.
 */
export function refuseMove({ entity, fields }: EntityRuntime, input: Body, before: Row, isAuthorized: boolean): void {
  for (const { via, members } of entity.parents) {
    if (members !== undefined && !isAuthorized && input.values[via] != null) continue;
    if (before[via] == null || !(via in input.values) || input.values[via] === before[via]) continue;
    input.violations.push({ field: via, key: MESSAGE.readOnly, params: { label: fields.get(via)!.label } });
    input.values[via] = before[via];
  }
}

/** Checks the number of children after a child was added or deleted by itself. @throws Refusal (400) */
export async function checkNumberOfChildrenOf(
  parent: Parent,
  childRuntime: EntityRuntime,
  context: Context,
): Promise<void> {
  const child = childOf(parent, childRuntime);
  if (child && mayHaveChildren(parent.runtime, child.entity, parent.row))
    await checkNumberOfChildren(childRuntime, child, linkOf(childRuntime, child, parent.row), context);
}

/** The `x-child` of the parent for an entity. */
export const childOf = ({ runtime, via }: Parent, childRuntime: EntityRuntime): Child | undefined =>
  runtime.entity.children.find((child) => child.entity === childRuntime.entity.name && child.via === via);

/** Reads the ancestors of a row, its parent first. */
export async function readAncestors(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<Parent[]> {
  const parent = await findParent(kernel, runtime, { row, statementName: 'readRow' }, context);
  return parent ? [parent, ...(await readAncestors(kernel, parent.runtime, parent.row, context))] : [];
}
