import type { Context } from '../context.ts';
import type { Change, EntityRuntime, Gated, Kernel, Written } from '../core.ts';
import type { SystemInput } from '../systemInput.ts';
import type { Row } from '../row.ts';
import { rowWithChildren } from '../read/row.ts';
import { hiddenFields, withoutHidden } from '../rights.ts';
import { authorize } from './authorize.ts';
import { answeredAs, type Saved } from './saved.ts';
import { complete } from './complete.ts';
import { compute } from './compute.ts';
import { gate } from './gate.ts';
import { load } from './load.ts';
import { deleteChildren, saveChildren } from './saveChildren.ts';
import { set } from './set.ts';
import { validate } from './validate.ts';
import { write, writeDeletion } from './write.ts';

/**
 * Saves changes, one after the other, in the transaction of the caller. Without one, each change that needs a
 * transaction has its own, so a refused change does not undo the changes before it.
 *
 * ```
 * create, update: authorize → load → gate → set → compute → validate → complete → write → saveChildren
 *                 → afterSave → answer
 * delete:         authorize → load → gate → deleteChildren → writeDeletion → afterSave
 * ```
 *
 * `docs/architecture.md` describes the steps, and lists the few writes of the server that do not take them. What
 * keywords add to a step is in `server/kernel/keywords`. In this folder, `many/` writes many rows in one statement,
 * `refusal/` translates refusals of the database into messages, and `form/` computes and validates without saving.
 *
 * @returns each row as the caller may see it, with its children
 * @throws Refusal 403, 404, 409 or 400; the transaction is then rolled back
 */
export async function save(kernel: Kernel, changes: readonly Change[], context: Context): Promise<readonly Saved[]> {
  const saved: Saved[] = [];
  for (const change of changes) {
    authorize(kernel, change, context);
    const steps = (inside: Context): Promise<Saved> => saveRow(kernel, change, inside);
    saved.push(await (needsTransaction(kernel, change.runtime) ? context.transaction(steps) : steps(context)));
  }
  return saved;
}

async function saveRow(kernel: Kernel, change: Change, context: Context): Promise<Saved> {
  const loaded = await load(kernel, change, context, (changes, inside) => save(kernel, changes, inside));
  const gated = await gate(loaded);
  if (gated.operation === 'delete') return deleteGated(gated);
  const entered = await set(gated);
  const computed = await compute(entered);
  await validate(computed);
  const completed = await complete(computed);
  const written = await write(completed);
  const saved = await saveChildren(written);
  const withChildren = saved ? { ...written, saved } : written;
  await afterSave(withChildren);
  return answer(withChildren);
}

async function deleteGated(gated: Gated & { before: Row }): Promise<Saved> {
  await deleteChildren(gated);
  const written = await writeDeletion(gated);
  await afterSave(written);
  return written.saved;
}

/** Changes other rows that depend on the row. */
async function afterSave(written: Written): Promise<void> {
  for (const keyword of written.runtime.keywords) if (keyword.afterSave) await keyword.afterSave(written);
}

/** Whether a save needs a transaction, because it may read or write other rows. */
const needsTransaction = ({ domain }: Kernel, { entity, needsTransaction: isNeeded }: EntityRuntime): boolean =>
  isNeeded || domain.has(entity.name);

/** The row as the caller may see it, with its children; without them after a derived change, which nobody reads. */
async function answer({ kernel, runtime, system, saved, context }: Written): Promise<Saved> {
  const seen = withoutHidden(saved.json, hiddenFields(runtime, context.user));
  const json =
    runtime.entity.children.length === 0 || system.isDerived
      ? seen
      : await rowWithChildren(kernel, runtime, { json: seen, omitGrids: system.omitGrids }, context);
  return json === saved.json ? saved : answeredAs(saved, json);
}

/** A row to create. */
export interface NewRow {
  runtime: EntityRuntime;
  /** the request body: fields, and children under their entities’ names */
  input: unknown;
  system?: SystemInput;
}

/** Creates one row. @throws Refusal 403, 409 or 400 */
export async function createRow(
  kernel: Kernel,
  { runtime, input, system = {} }: NewRow,
  context: Context,
): Promise<Saved> {
  return (await save(kernel, [{ runtime, operation: 'create', input, system }], context))[0]!;
}

/** A stored row to change, at the `rev` that the caller read. */
export interface RowChange {
  runtime: EntityRuntime;
  id: string;
  rev: number;
  input: unknown;
  system?: SystemInput;
}

/**
 * Changes the fields of one row that the input names.
 *
 * @throws Refusal 403, 404, 409 (stale rev, gate, duplicate) or 400
 */
export async function updateRow(
  kernel: Kernel,
  { runtime, id, rev, input, system = {} }: RowChange,
  context: Context,
): Promise<Saved> {
  return (await save(kernel, [{ runtime, operation: 'update', id, rev, input, system }], context))[0]!;
}

/** Marks a row, and its children, as deleted. @throws Refusal 403, 404 or 409 (stale rev, gate, in use) */
export async function deleteRow(
  kernel: Kernel,
  { runtime, id, rev }: { runtime: EntityRuntime; id: string; rev: number },
  context: Context,
): Promise<Saved> {
  return (await save(kernel, [{ runtime, operation: 'delete', id, rev }], context))[0]!;
}
