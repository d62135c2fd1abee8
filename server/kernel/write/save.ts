import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { clearReturned } from '../approval/returned.ts';
import { settleReminders } from '../remind/settle.ts';
import { entityNamed, type Kernel } from '../kernel.ts';
import { canWriteAsSet, needsTransaction } from '../keywords/setWrites.ts';
import { isId } from '../read/conditions.ts';
import { ownChildFilter } from '../read/access.ts';
import { rowWithChildren } from '../read/row.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, permit, withoutHidden } from '../rights.ts';
import { Values } from '../statement.ts';
import { keepLasting, readBody, readRev, type Body, type Row } from './body.ts';
import { deleteLog } from './changeLog.ts';
import { judgeChildren, judgeSums, refuseTooManyChildren } from './childRows.ts';
import { deleteParts } from './deleteParts.ts';
import { hiddenChildrenReason } from '../operations/hiddenChildren.ts';
import { requireOpenParent, requireOpenRow } from '../operations/parents.ts';
import { requireEditor } from '../operations/rowSubject.ts';
import { normalised } from './normalise.ts';
import { keepSequence, numberRow, ofSeries } from './numbering.ts';
import { isMoved, judgeNumberOfParts, keepParent, lockParent, type Parent } from './parent.ts';
import {
  inOrder,
  laterKeeps,
  setByPart,
  setBySent,
  withFormer,
  withKept,
  type Part,
  type SetBySent,
} from './partsThatSet.ts';
import { changeRow, insertRow, readForWrite, writeChange, type Given, type Saved } from './rowWriter.ts';

/**
 * The one save path. A create, an update, a delete, an import line, a bulk item, a transition and domain code all come
 * through here: may I → gate → compute → judge → write with audit, and the database has the last word.
 */
export async function createRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  body: unknown,
  context: Context,
  given: Given = {},
): Promise<Saved> {
  mayWrite(kernel, runtime, 'add', context, given);
  refuseTooManyChildren(kernel, runtime, body);
  const asked = readBody(runtime, body, context.user);
  if (!needsTransaction(kernel, runtime))
    return asSeen(kernel, runtime, await insertRow(kernel, runtime, asked, context, given, undefined), context);
  return context.transaction(async (inside) => {
    const parent = await lockParent(kernel, runtime, { ...asked.values, ...given.values }, inside);
    if (parent && !given.underParent) await requireOpenParent(kernel, parent, runtime, 'add', inside);
    const numbered = await numberRow(runtime, { ...asked.values, ...given.values }, asked, inside);
    const sent = await setBySent(kernel, runtime, asked, numbered, inside);
    const values = { ...numbered, ...sent.set };
    const alone = parent && !given.underParent ? parent : undefined;
    const inserted = await insertRow(
      kernel,
      runtime,
      { ...withKept(asked, sent), values },
      inside,
      alone ? withFormer(given, alone, runtime) : given,
      parent?.row,
    );
    const saved = await saveChildren(kernel, runtime, inserted, asked, sent, inside);
    if (alone) {
      await judgeNumberOfParts(alone, runtime, inside);
      await recompute(kernel, alone, inside, setByPart(alone, runtime, undefined, JSON.parse(saved.json) as Row));
    }
    return asSeen(kernel, runtime, saved, inside);
  });
}

/** Changes the given fields of a row. @throws Refusal 403, 404, 409 (stale rev, gate, clash) or 400 */
export async function updateRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  body: unknown,
  context: Context,
  given: Given = {},
): Promise<Saved> {
  mayWrite(kernel, runtime, given.action ?? 'edit', context, given);
  if (!isId(id)) throw notFound();
  refuseTooManyChildren(kernel, runtime, body);
  const work = async (inside: Context): Promise<Saved> => {
    const before = await readForWrite(
      kernel,
      runtime,
      id,
      rev,
      inside,
      runtime.locksRow,
      given.underParent ? undefined : parentsNamed(runtime, body),
    );
    const asked = readBody(runtime, body, inside.user, before);
    if (given.action === undefined && !given.underParent) requireEditor(runtime, before, inside);
    if (given.action === undefined && !given.follows && !isOfGatedParts(runtime, asked))
      await requireOpenRow({ kernel, runtime, row: before, context: inside }, 'edit');
    keepLasting(runtime, asked, before);
    keepSequence(runtime, asked, before);
    keepParent(runtime, asked, before, given.underParent === true);
    if (!runtime.locksRow)
      return asSeen(
        kernel,
        runtime,
        await changeRow(kernel, runtime, before, asked, inside, given, undefined),
        inside,
        given.few,
      );
    const left =
      !given.underParent && isMoved(runtime, asked, before)
        ? await lockParent(kernel, runtime, before, inside)
        : undefined;
    if (left) await requireOpenParent(kernel, left, runtime, 'delete', inside);
    const parent = await lockParent(kernel, runtime, { ...before, ...asked.values }, inside);
    if (parent && !given.underParent)
      await requireOpenParent(kernel, parent, runtime, given.action ?? (left ? 'add' : 'edit'), inside);
    const sent = await setBySent(kernel, runtime, asked, before, inside);
    const changed = await changeRow(
      kernel,
      runtime,
      before,
      withKept(asked, sent),
      inside,
      { ...given, values: { ...sent.set, ...given.values } },
      parent?.row,
    );
    const saved = await saveChildren(kernel, runtime, changed, asked, sent, inside, before);
    await settleReminders(kernel, runtime, before, JSON.parse(changed.json) as Row, inside);
    await carryOver(kernel, runtime, before, JSON.parse(changed.json) as Row, inside);
    for (const whole of left && parent ? [left, parent] : []) await judgeNumberOfParts(whole, runtime, inside);
    if (left) await recompute(kernel, left, inside);
    if (parent && !given.underParent)
      await recompute(kernel, parent, inside, setByPart(parent, runtime, before, JSON.parse(saved.json) as Row));
    return asSeen(kernel, runtime, saved, inside, given.few);
  };
  return needsTransaction(kernel, runtime) ? context.transaction(work) : work(context);
}

/** Marks a row, and the children under it, as deleted. @throws Refusal 403, 404 or 409 (stale rev, gate, in use) */
export async function deleteRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  rev: number,
  context: Context,
  given: Given = {},
): Promise<Saved> {
  mayWrite(kernel, runtime, 'delete', context, given);
  if (!isId(id)) throw notFound();
  const work = async (inside: Context): Promise<Saved> => {
    const before = await readForWrite(kernel, runtime, id, rev, inside);
    if (!given.underParent) requireEditor(runtime, before, inside);
    await requireOpenRow({ kernel, runtime, row: before, context: inside }, 'delete');
    await passHiddenChildren(kernel, runtime, before, inside);
    const parent =
      given.underParent || !runtime.locksRow ? undefined : await lockParent(kernel, runtime, before, inside);
    if (parent && !given.underParent) await requireOpenParent(kernel, parent, runtime, 'delete', inside);
    await refuseDeleteInSequence(runtime, before, inside);
    const { changeLog } = runtime.entity;
    for (const child of runtime.entity.children.filter(({ entity }) => entity !== changeLog?.entity)) {
      const below = entityNamed(kernel, child.entity);
      const link = before[below.fields.get(child.via)!.ref!.by];
      if (
        canWriteAsSet(kernel, below, 'deleteWithParent', 'delete') &&
        (await deleteParts(kernel, below, child.via, link, inside))
      )
        continue;
      const rows = await inside.db.query({
        text: `select id::text as id, rev from "${below.entity.table}" where "${child.via}" = $1 and "delFlag" = 'N' order by id desc`,
        values: [link],
      });
      for (const row of rows.rows as { id: string; rev: number }[])
        await deleteRow(kernel, below, row.id, row.rev, inside, { underParent: true });
    }
    // after the parts, of whose deletion it may tell
    if (changeLog) await deleteLog(kernel, changeLog, before['id'], inside);
    const saved = await writeChange(kernel, runtime, before, { delFlag: 'Y' }, 'delete', inside);
    await clearReturned(kernel, runtime, id, inside);
    await settleReminders(kernel, runtime, before, { ...before, delFlag: 'Y' }, inside);
    await carryOver(kernel, runtime, before, undefined, inside);
    if (parent) {
      await judgeNumberOfParts(parent, runtime, inside);
      await recompute(kernel, parent, inside, setByPart(parent, runtime, before, undefined));
    }
    return saved;
  };
  return needsTransaction(kernel, runtime) ? context.transaction(work) : work(context);
}

/** What a body says of the parents of a row that may move to others. */
const parentsNamed = ({ entity, fields }: EntityRuntime, body: unknown): Row => {
  const named = typeof body === 'object' && body !== null ? (body as Row) : {};
  const moving = entity.parents.flatMap(({ via, members }) => (members === undefined ? [] : [fields.get(via)!]));
  return Object.fromEntries(moving.map((field) => [field.name, normalised(named[field.name], field)]));
};

/**
 * Whether a save names nothing but parts that are opened and closed by gates of their own, which they are asked for one
 * by one.
 */
const isOfGatedParts = ({ entity }: EntityRuntime, { values, children, violations }: Body): boolean => {
  const named = Object.keys(children);
  return (
    named.length > 0 &&
    Object.keys(values).length === 0 &&
    violations.length === 0 &&
    named.every((name) => entity.children.find((child) => child.entity === name)?.gate?.['edit'] !== undefined)
  );
};

/**
 * Whether the caller may write to the entity at all. What is saved with its parent was judged with it. @throws Refusal
 * (403)
 */
function mayWrite(kernel: Kernel, runtime: EntityRuntime, action: string, context: Context, given: Given): void {
  if (given.underParent) return;
  permit(kernel, runtime, action, context);
  if (runtime.entity.readOnly && given.action === undefined) throw new Refusal('forbidden', 'MSG_generic_0007');
}

/**
 * Saves the rows that came with a parent: one without `id` is added, one with `id` and `rev` changed, one with
 * `delFlag: "Y"` deleted; those not named stay. Afterwards the limits and sums over all of them are judged.
 *
 * @returns the parent as it stands then
 * @throws Refusal whose fields read `policy-stage[0].calcFrom`
 */
async function saveChildren(
  kernel: Kernel,
  runtime: EntityRuntime,
  parent: Saved,
  asked: Body,
  { former }: SetBySent,
  context: Context,
  before?: Row,
): Promise<Saved> {
  for (const child of runtime.entity.children) {
    const below = entityNamed(kernel, child.entity);
    const rows = asked.children[child.entity] ?? [];
    const link = below.fields.get(child.via)!.ref!.by;
    const linkValue = link === 'id' ? parent.id : (JSON.parse(parent.json) as Row)[link];
    // parts that the whole opens and closes by states of their own
    if (rows.length > 0 && child.gate)
      await requireOpenParent(
        kernel,
        { runtime, row: before ?? (JSON.parse(parent.json) as Row), via: child.via },
        below,
        'edit',
        context,
      );
    const save = async ({ row }: Part, inside: Context) =>
      saveChild(
        kernel,
        below,
        { [child.via]: linkValue, ...former.get(row) },
        child.via,
        { acceptWarnings: asked.acceptWarnings, ...row },
        inside,
      );
    // later numbers go first, so that a sequence may lose several of its last
    const refused = await saveParts(inOrder(rows), save, child.sets !== undefined, context);
    const violations = refused
      .sort((a, b) => a.part.index - b.part.index)
      .flatMap(({ part, refusal }) =>
        refusal.violations.map((violation) => ({
          ...violation,
          field: `${child.entity}[${part.index}].${violation.field}`,
        })),
      );
    if (violations.length > 0)
      throw refuseFields(
        violations,
        refused.some(({ refusal }) => refusal.family === 'conflict') ? 'conflict' : 'invalid',
      );
    if (rows.length > 0 || before === undefined) await judgeChildren(below, child, linkValue, context);
  }
  if (Object.keys(asked.children).length > 0) await judgeSums(kernel, runtime, JSON.parse(parent.json) as Row, context);
  // what the domain itself put into parts is known now, and the whole may read it
  const isFilledIn = runtime.entity.children.some(
    ({ entity }) => entity in asked.children && kernel.domain.get(entity)?.complete !== undefined,
  );
  return runtime.followsChildren && isFilledIn
    ? updateRow(kernel, runtime, parent.id, parent.rev, {}, context, { underParent: true, follows: true })
    : parent;
}

/** Parts of which each breaks a rule of its own: of so many, what is wrong is told, and no more are tried. */
const MOST_REFUSED = 100;

/** Turns in which parts are tried. */
const MOST_TURNS = 20;

/**
 * Saves parts one after the other. One that the database refuses may only stand where another of them still is, as
 * where all periods move on by a month: it is tried again after the others, as long as any of them goes and for some
 * turns. Each turn goes the other way round, so that a chain in which each waits for the next takes two turns and not
 * as many as it has parts.
 *
 * @param chained whether each keeps what the one before it made of the whole: then one that is refused for its rules is
 *   tried again too
 * @returns what stays refused
 */
async function saveParts(
  parts: readonly Part[],
  save: (part: Part, inside: Context) => Promise<void>,
  chained: boolean,
  context: Context,
  turns = MOST_TURNS,
): Promise<{ part: Part; refusal: Refusal }[]> {
  const refused: { part: Part; refusal: Refusal }[] = [];
  for (const part of parts) {
    try {
      // what may be tried again must leave the transaction usable
      await (parts.length > 1 ? context.separately((inside) => save(part, inside)) : save(part, context));
    } catch (error) {
      if (!(error instanceof Refusal) || error.violations.length === 0) throw error;
      refused.push({ part, refusal: error });
      if (!chained && refused.length >= MOST_REFUSED && refused.every(({ refusal }) => !refusal.byDatabase)) break;
    }
  }
  const mayGo = refused.length < parts.length && (chained || refused.some(({ refusal }) => refusal.byDatabase));
  if (!mayGo || turns === 1) return refused;
  const left = refused.map(({ part }) => part);
  return saveParts(chained ? left : left.toReversed(), save, chained, context, turns - 1);
}

/** @param values what a new part has from its whole: the way to it, and what it held before */
async function saveChild(
  kernel: Kernel,
  below: EntityRuntime,
  values: Row,
  via: string,
  row: Row,
  context: Context,
): Promise<void> {
  const { id, rev, delFlag, ...body } = row;
  const link = values[via];
  if (id === undefined || id === null) {
    // a part goes to the whole that it is sent with, and to no other
    if (body[via] != null && String(body[via]) !== String(link))
      throw refuseFields([{ field: via, key: MESSAGE.readOnly, params: { label: below.fields.get(via)!.label } }]);
    delete body[via];
    // what is not there cannot be deleted: refused as a field that may not be given
    if (delFlag !== undefined && delFlag !== 'N') body['delFlag'] = delFlag;
    await createRow(kernel, below, body, context, { values, underParent: true });
    return;
  }
  const bound = new Values();
  const text = `select 1 from "${below.entity.table}" t where t.id = ${bound.bind(isId(id) ? id : null)} and t."${via}" = ${bound.bind(link)}${ownChildFilter(kernel, below, context, bound)}`;
  const { rows } = await context.db.query({ text, values: bound.list });
  if (rows.length === 0)
    throw refuseFields([{ field: 'id', key: MESSAGE.referenceMissing, params: { label: below.entity.label } }]);
  if (delFlag === 'Y') await deleteRow(kernel, below, String(id), readRev(rev), context, { underParent: true });
  else {
    if (body[via] === link) delete body[via];
    const fields = delFlag === undefined ? body : { ...body, delFlag };
    await updateRow(kernel, below, String(id), readRev(rev), fields, context, { underParent: true });
  }
}

/** @throws Refusal (403) where rows that the caller does not see would go with the record */
async function passHiddenChildren(kernel: Kernel, runtime: EntityRuntime, row: Row, context: Context): Promise<void> {
  const hidden = await hiddenChildrenReason(kernel, runtime, row, context);
  if (hidden) throw new Refusal('forbidden', hidden.key, hidden.params);
}

/** Only the last number of a sequence may go, so that none is missing (`x-sequence.deleteLastOnly`). */
async function refuseDeleteInSequence({ entity }: EntityRuntime, row: Row, context: Context): Promise<void> {
  const { sequence } = entity;
  if (!sequence?.deleteLastOnly) return;
  const text = `select 1 from "${entity.table}" where ${ofSeries(sequence)} and "${sequence.field}" > $${sequence.by.length + 1} and "delFlag" = 'N' limit 1`;
  const later = await context.db.query({
    text,
    values: [...sequence.by.map((name) => row[name]), row[sequence.field]],
  });
  if (later.rows.length > 0)
    throw refuseFields(
      [
        {
          field: sequence.field,
          key: MESSAGE.sequenceLastOnly,
          params: { label: entity.fields.find(({ name }) => name === sequence.field)!.label },
        },
      ],
      'conflict',
    );
}

/**
 * A part that handed something over to its whole was changed or deleted: the part after it keeps what there is instead.
 * Whoever has that one open, or sends it along, goes on with it as it is.
 */
async function carryOver(
  kernel: Kernel,
  runtime: EntityRuntime,
  before: Row,
  after: Row | undefined,
  context: Context,
): Promise<void> {
  for (const { id, rev, values } of await laterKeeps(kernel, runtime, before, after, context))
    await updateRow(kernel, runtime, id, rev, {}, context, { underParent: true, aside: true, values });
}

/**
 * A part was saved by itself: what the whole computes from its parts is worked out again, and takes over what they set
 * in it.
 */
async function recompute(kernel: Kernel, { runtime, row }: Parent, context: Context, set: Row = {}): Promise<void> {
  if (runtime.followsChildren || Object.keys(set).length > 0)
    await updateRow(kernel, runtime, String(row['id']), Number(row['rev']), {}, context, {
      underParent: true,
      follows: true,
      values: set,
    });
}

/** The answer to a save: the row as its reader may see it, with its children, or the few of them. */
async function asSeen(
  kernel: Kernel,
  runtime: EntityRuntime,
  saved: Saved,
  context: Context,
  few?: boolean,
): Promise<Saved> {
  const json = withoutHidden(saved.json, hiddenFields(runtime, context.user));
  return runtime.entity.children.length === 0
    ? { ...saved, json }
    : { ...saved, json: await rowWithChildren(kernel, runtime, json, context, few) };
}
