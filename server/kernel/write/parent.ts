import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { accessFilter } from '../read/access.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, statement, Values } from '../statement.ts';
import type { Body, Row } from './body.ts';
import { judgeChildren } from './childRows.ts';
import { passEditors } from './editors.ts';
import { passGate } from './gates.ts';
import { ROW_CONDITION } from './statements.ts';

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
    // what is no such key at all is refused by its kind
    if (KINDS[field.kind].checkForm(key, field)) continue;
    const values = new Values();
    values.bind(key);
    const access = accessFilter(kernel, above, context, values);
    const condition = byId ? ROW_CONDITION : ROW_CONDITION.replace('t.id', `t.${quote(field.ref.by)}`);
    const text = above.statements.lockRow.replace(ROW_CONDITION, access === '' ? condition : `${condition} and (${access})`);
    const { rows } = await context.db.query(statement(text, values.list, true));
    const found = rows[0] as { json: string } | undefined;
    // a parent that the caller cannot see is not there
    if (!found) throw refuseFields([{ field: via, key: MESSAGE.referenceMissing, params: { label: field.label } }]);
    return { runtime: above, row: JSON.parse(found.json) as Row, via };
  }
  return undefined;
}

/** Whether a change of a member takes it to another whole (`x-child.members`). */
export const isMoved = ({ entity }: EntityRuntime, asked: Body, before: Row): boolean =>
  entity.parents.some(({ via, members }) => members !== undefined && before[via] != null && asked.values[via] != null && asked.values[via] !== before[via]);

/** Any other part belongs to one whole for good: it could else be moved past what the other's status forbids. */
export function keepParent({ entity, fields }: EntityRuntime, asked: Body, before: Row, underParent: boolean): void {
  for (const { via, members } of entity.parents) {
    if (members !== undefined && !underParent && asked.values[via] != null) continue;
    if (before[via] != null && via in asked.values && asked.values[via] !== before[via]) asked.violations.push({ field: via, key: MESSAGE.readOnly, params: { label: fields.get(via)!.label } });
  }
}

/** Judges how many parts a whole has, after one was added or deleted by itself. @throws Refusal (400) */
export async function judgeNumberOfParts({ runtime, row, via }: Parent, below: EntityRuntime, context: Context): Promise<void> {
  const child = runtime.entity.children.find((one) => one.entity === below.entity.name && one.via === via);
  if (child) await judgeChildren(below, child, row[below.fields.get(via)!.ref!.by], context);
}

/** Parts are frozen with the whole: what forbids to change the parent, forbids it below. @throws Refusal (409, or 403 for a wrong person) */
export function passParent({ runtime, row }: Parent, context: Context): void {
  passEditors(runtime, row, context);
  passGate(runtime, 'edit', row, context);
}
