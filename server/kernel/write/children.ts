import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { isId } from '../read/conditions.ts';
import type { EntityRuntime } from '../registry.ts';
import { statement } from '../statement.ts';
import { readRev, type Body, type Row } from './body.ts';
import { passGate } from './gates.ts';
import { createRow, deleteRow, updateRow, type Saved } from './save.ts';

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

/** Parts are frozen with the whole: what the parent's status forbids, it forbids below. @throws Refusal (409) */
export const passParentGate = ({ runtime, row }: Parent): void => passGate(runtime, 'edit', row);

/**
 * Saves the rows that came with a parent: one without `id` is added, one with `id` and `rev` changed, one with
 * `delFlag: "Y"` deleted; those not named stay. Afterwards the limits and sums over all of them are judged.
 *
 * @throws Refusal whose fields read `policy-stage[0].calcFrom`
 */
export async function saveChildren(kernel: Kernel, runtime: EntityRuntime, parent: Saved, asked: Body, context: Context, before?: Row): Promise<void> {
  for (const child of runtime.entity.children) {
    const below = entityNamed(kernel, child.entity);
    const rows = asked.children[child.entity] ?? [];
    const link = below.fields.get(child.via)!.ref!.by;
    const linkValue = link === 'id' ? parent.id : (JSON.parse(parent.json) as Row)[link];
    const violations: Violation[] = [];
    let family: 'invalid' | 'conflict' = 'invalid';
    // later numbers go first, so that a sequence may lose several of its last
    const order = rows.map((row, index) => ({ row, index })).sort((a, b) => Number(b.row['delFlag'] === 'Y') - Number(a.row['delFlag'] === 'Y') || (a.row['delFlag'] === 'Y' ? b.index - a.index : a.index - b.index));
    for (const { row, index } of order) {
      try {
        await saveChild(kernel, below, child.via, linkValue, { acceptWarnings: asked.acceptWarnings, ...row }, context);
      } catch (error) {
        if (!(error instanceof Refusal) || error.violations.length === 0) throw error;
        if (error.family === 'conflict') family = 'conflict';
        violations.push(...error.violations.map((violation) => ({ ...violation, field: `${child.entity}[${index}].${violation.field}` })));
        if (error.byDatabase) break;
      }
    }
    if (violations.length > 0) throw refuseFields(violations, family);
    if (rows.length > 0 || before === undefined) await judgeChildren(below, child, linkValue, context);
  }
  if (Object.keys(asked.children).length > 0) await judgeSums(kernel, runtime, parent, context);
}

async function saveChild(kernel: Kernel, below: EntityRuntime, via: string, link: unknown, row: Row, context: Context): Promise<void> {
  const { id, rev, delFlag, ...body } = row;
  if (id === undefined || id === null) {
    delete body[via];
    await createRow(kernel, below, body, context, { values: { [via]: link } });
    return;
  }
  const { rows } = await context.db.query({ text: `select 1 from "${below.entity.table}" where id = $1 and "${via}" = $2`, values: [isId(id) ? id : null, link] });
  if (rows.length === 0) throw refuseFields([{ field: 'id', key: MESSAGE.referenceMissing, params: { label: below.entity.label } }]);
  if (delFlag === 'Y') await deleteRow(kernel, below, String(id), readRev(rev), context, true);
  else {
    if (body[via] === link) delete body[via];
    await updateRow(kernel, below, String(id), readRev(rev), body, context);
  }
}

/** At least and at most so many parts (`x-child.min`, `max`). */
async function judgeChildren(below: EntityRuntime, { entity, via, min, max }: { entity: string; via: string; min?: number; max?: number }, link: unknown, context: Context): Promise<void> {
  if (min === undefined && max === undefined) return;
  const { rows } = await context.db.query({ text: `select count(*)::int as n from "${below.entity.table}" where "${via}" = $1 and "delFlag" = 'N'`, values: [link] });
  const { n } = rows[0] as { n: number };
  if (max !== undefined && n > max) throw refuseFields([{ field: entity, key: MESSAGE.tooManyChildren, params: { label: below.entity.label, entityLabel: below.entity.label, max } }]);
  if (min !== undefined && n < min) throw refuseFields([{ field: entity, key: MESSAGE.tooFewChildren, params: { label: below.entity.label, entityLabel: below.entity.label, min } }]);
}

/** Sums over all live children, as they stand after the save (vocabulary.md, "Sums"). */
export async function judgeSums(kernel: Kernel, runtime: EntityRuntime, parent: Saved, context: Context): Promise<void> {
  const sums = runtime.entity.sums.filter((sum) => 'child' in sum.of);
  if (sums.length === 0) return;
  const row = JSON.parse(parent.json) as Row;
  const children: Record<string, Row[]> = {};
  for (const child of runtime.entity.children) {
    const below = entityNamed(kernel, child.entity);
    const link = below.fields.get(child.via)!.ref!.by;
    const text = `select to_json(x)::text as json from (select ${below.statements.selectList} from "${below.entity.table}" t where t."${child.via}" = $1 and t."delFlag" = 'N' order by t.id) x`;
    const { rows } = await context.db.query({ text, values: [link === 'id' ? parent.id : row[link]] });
    children[child.entity] = (rows as { json: string }[]).map(({ json }) => JSON.parse(json) as Row);
  }
  const violations = runtime.judge.judgeChildSums(row, children);
  if (violations.length > 0) throw refuseFields(violations);
}
