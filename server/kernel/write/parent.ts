import { guardAgainst, hasOwnSentence, mostTelling, stateAgainst } from '../../../generator/language/gate.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { accessFilter } from '../read/access.ts';
import { kindOf } from '../kinds.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { quote, statement, Values } from '../statement.ts';
import type { Body, Row } from './body.ts';
import { judgeChildren } from './childRows.ts';
import { editorOf, passEditors } from '../operations/editors.ts';
import { gateOf } from '../operations/gates.ts';
import { enterRow, isChildRow, lockParentsOf, noteLocked } from './locks.ts';
import { ROW_CONDITION } from './statements.ts';

/** The row above a child, held against other writers until the transaction ends. */
export interface Parent {
  runtime: EntityRuntime;
  row: Row;
  via: string;
}

/** Locks the parent that a child's row names, so that numbers, sums and limits below it are drawn one at a time. */
export async function lockParent(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<Parent | undefined> {
  return findParent(kernel, runtime, row, 'lockRow', context);
}

async function findParent(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  how: 'lockRow' | 'readRow',
  context: Context,
): Promise<Parent | undefined> {
  for (const { entity, via } of runtime.entity.parents) {
    const key = row[via];
    const field = runtime.fields.get(via);
    if (key == null || !field?.ref) continue;
    const above = entityNamed(kernel, entity);
    const byId = field.ref.by === 'id';
    // what is no such key at all is refused by its kind
    if (KINDS[field.kind].checkForm(key, field)) continue;
    if (how === 'lockRow') await enterParent(kernel, above, field.ref.by, key, context);
    const values = new Values();
    values.bind(key);
    const access = accessFilter(kernel, above, context, values);
    const condition = byId ? ROW_CONDITION : ROW_CONDITION.replace('t.id', `t.${quote(field.ref.by)}`);
    const text = above.statements[how].replace(
      ROW_CONDITION,
      access === '' ? condition : `${condition} and (${access})`,
    );
    const { rows } = await context.db.query(statement(text, values.list, true));
    const found = rows[0] as { json: string } | undefined;
    if (!found && how === 'readRow') return undefined;
    // a parent that the caller cannot see is not there
    if (!found) throw refuseFields([{ field: via, key: MESSAGE.referenceMissing, params: { label: field.label } }]);
    const parent = JSON.parse(found.json) as Row;
    if (how === 'lockRow')
      noteLocked(context, kernel, above, [{ id: parent['id'], isChild: isChildRow(above, parent) }]);
    return asOfKind(kernel, above, parent, via, context);
  }
  return undefined;
}

/** Before a parent is locked: what is above it in turn, and its place in memory. */
async function enterParent(
  kernel: Kernel,
  above: EntityRuntime,
  by: string,
  key: unknown,
  context: Context,
): Promise<void> {
  if (by !== 'id' && above.entity.parents.length > 0) {
    const text = `select id::text as id from ${quote(above.entity.table)} where ${quote(by)} = $1 and "delFlag" = 'N'`;
    const {
      rows: [found],
    } = await context.db.query(statement(text, [key], true));
    if (found) await lockParentsOf(kernel, above, (found as { id: string }).id, context);
  } else await lockParentsOf(kernel, above, String(key), context);
  enterRow(context, above, String(key));
}

/** A whole that is one of several kinds, as that kind: by its rules parts are closed and the whole is worked out. */
async function asOfKind(
  kernel: Kernel,
  above: EntityRuntime,
  row: Row,
  via: string,
  context: Context,
): Promise<Parent> {
  const runtime = kindOf(kernel, above, row);
  if (runtime === above) return { runtime, row, via };
  const { rows } = await context.db.query(statement(runtime.statements.readRow, [row['id']], true));
  return { runtime, row: JSON.parse((rows[0] as { json: string }).json) as Row, via };
}

/** Whether a change of a member takes it to another whole (`x-child.members`). */
export const isMoved = ({ entity }: EntityRuntime, asked: Body, before: Row): boolean =>
  entity.parents.some(
    ({ via, members }) =>
      members !== undefined && before[via] != null && asked.values[via] != null && asked.values[via] !== before[via],
  );

/**
 * Any other part belongs to one whole for good: it could else be moved past what the other's status forbids. It is
 * judged, and locked, below its own.
 */
export function keepParent({ entity, fields }: EntityRuntime, asked: Body, before: Row, underParent: boolean): void {
  for (const { via, members } of entity.parents) {
    if (members !== undefined && !underParent && asked.values[via] != null) continue;
    if (before[via] == null || !(via in asked.values) || asked.values[via] === before[via]) continue;
    asked.violations.push({ field: via, key: MESSAGE.readOnly, params: { label: fields.get(via)!.label } });
    asked.values[via] = before[via];
  }
}

/** Judges how many parts a whole has, after one was added or deleted by itself. @throws Refusal (400) */
export async function judgeNumberOfParts(parent: Parent, below: EntityRuntime, context: Context): Promise<void> {
  const child = childOf(parent, below);
  if (child) await judgeChildren(below, child, parent.row[below.fields.get(parent.via)!.ref!.by], context);
}

/**
 * Parts are frozen with the whole, and with what that is a part of: what forbids to change the parent forbids it below,
 * unless `x-child.gate` says otherwise; but for operations that are none of the whole's business (`x-child.free`).
 *
 * @param operation `add`, `edit`, `delete` or the action that is done to the part
 * @throws Refusal (409, or 403 for a wrong person)
 */
export async function passParent(
  kernel: Kernel,
  parent: Parent,
  below: EntityRuntime,
  operation: string,
  context: Context,
): Promise<void> {
  if (isFree(parent, below, operation)) return;
  // somebody may be allowed to change another kind of whole, and so its parts, but not this one
  if (
    parent.runtime.entity.extends !== undefined &&
    !context.user.rights.allow(below.entity.area, below.entity.name, operation)
  )
    permit(kernel, parent.runtime, 'edit', context);
  passEditors(parent.runtime, parent.row, context);
  const closed = gateOfParts(parent, below, operation, context);
  if (closed) throw refuseFields([closed], 'conflict');
  const above = await lockParent(kernel, parent.runtime, parent.row, context);
  if (above) await passParent(kernel, above, parent.runtime, 'edit', context);
}

const childOf = ({ runtime, via }: Parent, below: EntityRuntime) =>
  runtime.entity.children.find((one) => one.entity === below.entity.name && one.via === via);

const isFree = (parent: Parent, below: EntityRuntime, operation: string): boolean =>
  childOf(parent, below)?.free?.includes(operation) === true;

/** What stands in the whole against an operation on one of its parts; undefined where nothing does. */
function gateOfParts(parent: Parent, below: EntityRuntime, operation: string, context: Context): Violation | undefined {
  const { runtime, row } = parent;
  const child = childOf(parent, below);
  const own = child?.gate?.[operation] ?? child?.gate?.['edit'];
  // states of their own that a whole has for parts stand in for its own; what else must hold of it does so for all that
  // is changed in it
  return own
    ? mostTelling(
        stateAgainst(runtime.entity, own, operation, row),
        guardAgainst(runtime.entity, runtime.judge, 'edit', row, { today: context.today, user: userBinding(context) }),
      )
    : gateOf(runtime, 'edit', row, context);
}

/** Whether a whole of this entity, or of what it is a part of, may ever close its parts. */
export const hasClosingWhole = (kernel: Kernel, { entity: { name, parents } }: EntityRuntime): boolean =>
  parents
    .flatMap(({ entity, via }) => entityNamed(kernel, entity).names.map((kind) => ({ kind, via })))
    .some(({ kind, via }) => {
      const above = entityNamed(kernel, kind);
      const { gate, guards, access, children } = above.entity;
      return (
        gate['edit'] !== undefined ||
        guards['edit'] !== undefined ||
        access?.edit !== undefined ||
        children.some((child) => child.entity === name && child.via === via && child.gate) ||
        hasClosingWhole(kernel, above)
      );
    });

/** The wholes of a row, the nearest first, as they stand now. */
export async function wholesOf(kernel: Kernel, runtime: EntityRuntime, row: Row, context: Context): Promise<Parent[]> {
  const parent = await findParent(kernel, runtime, row, 'readRow', context);
  return parent ? [parent, ...(await wholesOf(kernel, parent.runtime, parent.row, context))] : [];
}

/** What stands in the wholes of a part against an operation on it; undefined where nothing does. */
export function gateOfWholes(
  wholes: readonly Parent[],
  runtime: EntityRuntime,
  operation: string,
  context: Context,
): Violation | undefined {
  for (const [index, whole] of wholes.entries()) {
    const below = wholes[index - 1]?.runtime ?? runtime;
    if (index === 0 && isFree(whole, below, operation)) return undefined;
    const closed =
      editorOf(whole.runtime, whole.row, context) ??
      gateOfParts(whole, below, index === 0 ? operation : 'edit', context);
    if (closed) return closed;
  }
  return undefined;
}

/**
 * What stands against an operation on a row, as people are told it: if that only says that a state is in the way, what
 * the row is a part of may say more.
 */
export async function asTold<V extends Violation>(
  kernel: Kernel,
  runtime: EntityRuntime,
  operation: string,
  row: Row,
  found: V,
  context: Context,
): Promise<V | Violation> {
  if (hasOwnSentence(found) || !hasClosingWhole(kernel, runtime)) return found;
  return (
    mostTelling<V | Violation>(
      found,
      gateOfWholes(await wholesOf(kernel, runtime, row, context), runtime, operation, context),
    ) ?? found
  );
}

/** @throws Refusal (409) with what stands against an operation on a row as it is */
export async function passGates(
  kernel: Kernel,
  runtime: EntityRuntime,
  operation: string,
  row: Row,
  context: Context,
): Promise<void> {
  const closed = gateOf(runtime, operation, row, context);
  if (closed) throw refuseFields([await asTold(kernel, runtime, operation, row, closed, context)], 'conflict');
}
