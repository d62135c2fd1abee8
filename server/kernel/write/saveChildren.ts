import { printChildField } from '../../../generator/language/childField.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Child } from '../../../generator/model/child.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import { entityNamed } from '../kernel.ts';
import type { Change, Computed, EntityRuntime, Gated, Kernel, RowToLock, Written } from '../core.ts';
import type { Row } from '../row.ts';
import { lockInOrder } from './locks.ts';
import { mayHaveChildren } from '../childCondition.ts';
import { requireOpenParent } from '../operations/parents.ts';
import { ownChildFilter } from '../read/access.ts';
import { linkOf } from '../read/children.ts';
import { isId } from '../read/conditions.ts';
import { Values } from '../statement.ts';
import { readRev } from './body.ts';
import { deleteLog } from '../keywords/changeLogFields.ts';
import { checkNumberOfChildren, checkWithChildren } from './childRows.ts';
import { inSaveOrder, type SubmittedChild } from './saveOrder.ts';
import { deleteAllChildren } from './deleteAllChildren.ts';
import type { Saved } from './saved.ts';

/**
 * Saves the submitted children. A child without `id` is created, a child with `id` and `rev` is updated, a child with
 * `delFlag: "Y"` is deleted; other stored children are kept. Then checks the number and the sums of all children.
 *
 * @returns the parent, if it was computed and saved again because of its children
 * @throws Refusal with fields such as `policy-stage[0].calcFrom`
 */
export async function saveChildren(save: Computed & Written): Promise<Saved | undefined> {
  const { kernel, runtime, body, before, saved, context } = save;
  for (const child of runtime.entity.children) {
    const childRuntime = entityNamed(kernel, child.entity);
    const rows = body.children[child.entity] ?? [];
    if (rows.length > 0) await saveChildrenOf(save, child, childRuntime, rows);
    if ((rows.length > 0 || before === undefined) && mayHaveChildren(runtime, child.entity, saved.row))
      await checkNumberOfChildren(childRuntime, child, linkOfSaved(childRuntime, child, saved), context);
  }
  if (Object.keys(body.children).length > 0) await checkWithChildren(kernel, runtime, saved.row, context);
  // formulas of the parent can read values that the business area has set in its children
  const hasChildrenCompletedByDomain = runtime.entity.children.some(
    ({ entity }) => entity in body.children && kernel.domain.get(entity)?.complete !== undefined,
  );
  if (!runtime.dependsOnChildren || !hasChildrenCompletedByDomain) return undefined;
  const { id, rev } = saved;
  const sync: Change = {
    runtime,
    operation: 'update',
    id,
    rev,
    input: {},
    system: { isAuthorized: true, isDerived: true },
  };
  return (await save.saveMore([sync], context))[0];
}

const linkOfSaved = (childRuntime: EntityRuntime, child: Child, { id, row }: Saved): unknown =>
  linkOf(childRuntime, child, { ...row, id });

async function saveChildrenOf(
  save: Computed & Written,
  child: Child,
  childRuntime: EntityRuntime,
  rows: readonly Row[],
): Promise<void> {
  const { kernel, runtime, before, saved, context } = save;
  // children with a gate of their own (`x-child.gate`)
  if (child.gate)
    for (const operation of new Set(rows.map(operationOn)))
      await requireOpenParent(
        kernel,
        { runtime, row: before ?? saved.row, via: child.via },
        { child: childRuntime, operation },
        context,
      );
  await lockChanged(kernel, child.entity, { parent: { runtime, id: saved.id }, rows }, context);
  const link = linkOfSaved(childRuntime, child, saved);
  const saveOne = async ({ row }: SubmittedChild, inside: Context): Promise<void> => {
    await save.saveMore([await changeOf(save, { child, childRuntime, link }, row, inside)], inside);
  };
  // deletions go from the highest number down, because only the last number of a sequence can be deleted
  const refused = await saveWithRetries(inSaveOrder(rows), saveOne, { isChained: child.sets !== undefined }, context);
  const violations = refused
    .sort((a, b) => a.child.index - b.child.index)
    .flatMap(({ child: { index }, refusal }) =>
      refusal.violations.map((violation) => ({
        ...violation,
        field: printChildField({ child: child.entity, index, field: violation.field }),
      })),
    );
  if (violations.length === 0) return;
  const isConflict = refused.some(({ refusal }) => refusal.family === 'conflict');
  throw refuseFields(violations, isConflict ? 'conflict' : 'invalid');
}

/**
 * Locks a parent, and the rows of other entities that writes of its children change (`DomainRules.locks`).
 */
async function lockChanged(
  kernel: Kernel,
  child: string,
  { parent, rows }: { parent: RowToLock; rows: readonly Row[] },
  context: Context,
): Promise<void> {
  const found = await kernel.domain.get(child)?.locks?.({ parent: parent.id, rows }, context);
  if (!found) return;
  const changed = found.map(({ entity, id }) => ({ runtime: entityNamed(kernel, entity), id }));
  await lockInOrder(kernel, [parent, ...changed], context);
}

/** The operation on a submitted child, as gates name it. */
const operationOn = ({ id, delFlag }: Row): 'add' | 'edit' | 'delete' => {
  if (id == null) return 'add';
  return delFlag === 'Y' ? 'delete' : 'edit';
};

/** Creates the change of a submitted child. @throws Refusal if the child belongs to another parent */
async function changeOf(
  { kernel, body: { acceptWarnings }, childValues }: Computed,
  { child: { via }, childRuntime, link }: { child: Child; childRuntime: EntityRuntime; link: unknown },
  submitted: Row,
  context: Context,
): Promise<Change> {
  const { id, rev, delFlag, ...input }: Row = { acceptWarnings, ...submitted };
  const isDeleted = delFlag === 'Y';
  if (id === undefined || id === null) {
    if (input[via] != null && String(input[via]) !== String(link))
      throw refuseFields([
        { field: via, key: MESSAGE.readOnly, params: { label: childRuntime.fields.get(via)!.label } },
      ]);
    delete input[via];
    // a new row cannot be deleted: `delFlag` is refused as a read-only field
    if (delFlag !== undefined && delFlag !== 'N') input['delFlag'] = delFlag;
    const values = { [via]: link, ...childValues.added.get(submitted) };
    return { runtime: childRuntime, operation: 'create', input, system: { values, isAuthorized: true } };
  }
  const bound = new Values();
  const text = `select 1 from "${childRuntime.entity.table}" t where t.id = ${bound.bind(isId(id) ? id : null)} and t."${via}" = ${bound.bind(link)}${ownChildFilter({ kernel, context, values: bound }, childRuntime)}`;
  const { rows } = await context.db.query({ text, values: bound.list });
  if (rows.length === 0)
    throw refuseFields([{ field: 'id', key: MESSAGE.referenceMissing, params: { label: childRuntime.entity.label } }]);
  const stored = { runtime: childRuntime, id: String(id), rev: readRev(rev), system: { isAuthorized: true } } as const;
  if (isDeleted) return { ...stored, operation: 'delete' };
  if (input[via] === link) delete input[via];
  return { ...stored, operation: 'update', input: delFlag === undefined ? input : { ...input, delFlag } };
}

/** After this many refused children no more are saved, unless the database refused one. */
const MAX_REFUSED = 100;

/** Limit of the passes over refused children. */
const MAX_PASSES = 20;

interface RefusedChild {
  child: SubmittedChild;
  refusal: Refusal;
}

/**
 * Saves children one after the other, and retries refused ones. The database can refuse a child because another one is
 * not saved yet, for example when all periods move by a month. Such children are retried in further passes, as long as
 * each pass saves at least one. The order of each pass is the reverse of the previous one: if each child must wait for
 * the one after it, the second pass saves all of them.
 *
 * @param isChained true if the children write fields of their parent (`x-child.sets`), so that each one stores the
 *   value that the previous one wrote. The order is then kept, and children that violate rules are retried too
 * @returns the children that remain refused
 */
async function saveWithRetries(
  children: readonly SubmittedChild[],
  saveOne: (child: SubmittedChild, inside: Context) => Promise<void>,
  { isChained, passes = MAX_PASSES }: { isChained: boolean; passes?: number },
  context: Context,
): Promise<RefusedChild[]> {
  const refused: RefusedChild[] = [];
  for (const child of children) {
    try {
      // the transaction must remain usable for a retry
      await (children.length > 1 ? context.separately((inside) => saveOne(child, inside)) : saveOne(child, context));
    } catch (error) {
      if (!(error instanceof Refusal) || error.violations.length === 0) throw error;
      refused.push({ child, refusal: error });
      if (!isChained && refused.length >= MAX_REFUSED && refused.every(({ refusal }) => !refusal.byDatabase)) break;
    }
  }
  const isWorthRetry =
    refused.length < children.length && (isChained || refused.some(({ refusal }) => refusal.byDatabase));
  if (!isWorthRetry || passes === 1) return refused;
  const remaining = refused.map(({ child }) => child);
  return saveWithRetries(
    isChained ? remaining : remaining.toReversed(),
    saveOne,
    { isChained, passes: passes - 1 },
    context,
  );
}

/** Deletes the children of a row before its deletion, its log last. @throws Refusal if a child cannot be deleted */
export async function deleteChildren(save: Gated & { before: Row }): Promise<void> {
  const { kernel, runtime, before, context } = save;
  const { changeLog, children } = runtime.entity;
  for (const child of children.filter(({ entity }) => entity !== changeLog?.entity)) {
    const childRuntime = entityNamed(kernel, child.entity);
    const link = linkOf(childRuntime, child, before);
    if (
      canWriteAsSet(kernel, childRuntime, 'deleteWithParent', 'delete') &&
      (await deleteAllChildren(kernel, childRuntime, { via: child.via, link }, context))
    )
      continue;
    await lockChanged(kernel, child.entity, { parent: { runtime, id: String(before['id']) }, rows: [] }, context);
    const { rows } = await context.db.query({
      text: `select id::text as id, rev from "${childRuntime.entity.table}" where "${child.via}" = $1 and "delFlag" = 'N' order by id desc`,
      values: [link],
    });
    const stored = rows as { id: string; rev: number }[];
    await save.saveMore(
      stored.map(({ id, rev }) => ({
        runtime: childRuntime,
        operation: 'delete',
        id,
        rev,
        system: { isAuthorized: true },
      })),
      context,
    );
  }
  if (changeLog) await deleteLog(kernel, changeLog, before['id'], context);
}
