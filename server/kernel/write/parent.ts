import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import type { EntityRuntime } from '../registry.ts';
import { statement } from '../statement.ts';
import type { Body, Row } from './body.ts';
import { judgeChildren } from './childRows.ts';
import { passGate } from './gates.ts';

/** The row above a child, held against other writers until the transaction ends. */
export interface Parent { runtime: EntityRuntime; row: Row; via: string }

/** Locks the parent that a child's row names, so that numbers, sums and limits below it are drawn one at a time. */
export async function lockParent(kernel: Kernel, runtime: EntityRuntime, row: Row, context: Context): Promise<Parent | undefined> {
  for (const { entity, via } of runtime.entity.parents) {
    const key = row[via];
    const field = runtime.fields.get(via);
    if (key == null || !field?.ref) continue;
    const above = entityNamed(kernel, entity);
    const byId = field.ref.by === 'id';
    if (byId && !isId(key)) continue;
    const text = byId ? above.statements.lockRow : above.statements.lockRow.replace('t.id = $1', `t."${field.ref.by}" = $1`);
    const { rows } = await context.db.query(statement(text, [key], true));
    const found = rows[0] as { json: string } | undefined;
    // a parent that is not there is refused by the reference itself, at its field
    if (found) return { runtime: above, row: JSON.parse(found.json) as Row, via };
  }
  return undefined;
}

/** A part belongs to one whole for good: it could else be moved past what the other's status forbids. */
export function keepParent({ entity, fields }: EntityRuntime, asked: Body, before: Row): void {
  for (const { via } of entity.parents) {
    if (before[via] != null && via in asked.values && asked.values[via] !== before[via]) asked.violations.push({ field: via, key: MESSAGE.readOnly, params: { label: fields.get(via)!.label } });
  }
}

/** Judges how many parts a whole has, after one was added or deleted by itself. @throws Refusal (400) */
export async function judgeNumberOfParts({ runtime, row, via }: Parent, below: EntityRuntime, context: Context): Promise<void> {
  const child = runtime.entity.children.find((one) => one.entity === below.entity.name && one.via === via);
  if (child) await judgeChildren(below, child, row[below.fields.get(via)!.ref!.by], context);
}

/** Parts are frozen with the whole: what the parent's status forbids, it forbids below. @throws Refusal (409) */
export const passParentGate = ({ runtime, row }: Parent, context: Context): void => passGate(runtime, 'edit', row, context);
