import type { Context } from '../context.ts';
import { needsTransaction } from '../keywords/setWrites.ts';
import type { Change, EntityRuntime, Kernel, RowSave, Saved, SystemInput } from '../core.ts';
import { rowWithChildren } from '../read/row.ts';
import { hiddenFields, withoutHidden } from '../rights.ts';
import { authorize } from './authorize.ts';
import { answeredAs } from './change.ts';
import { complete } from './complete.ts';
import { compute } from './compute.ts';
import { gate } from './gate.ts';
import { load } from './load.ts';
import { deleteChildren, saveChildren } from './saveChildren.ts';
import { set } from './set.ts';
import { validate } from './validate.ts';
import { write } from './write.ts';

/**
 * Saves changes, one after the other: the one path by which rows are created, updated and deleted. Each step is a
 * function in the file of its name. What keywords add to a step is in `server/kernel/keywords`.
 *
 * @returns each row as its reader sees it, with its children
 * @throws Refusal 403, 404, 409 or 400; what was written before it is undone with the transaction
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
  const row = await load(kernel, change, context, (changes, inside) => save(kernel, changes, inside));
  await gate(row);
  if (change.operation === 'delete') {
    await deleteChildren(row);
    await write(row);
    await after(row);
    return row.saved!;
  }
  await set(row);
  await compute(row);
  await validate(row);
  await complete(row);
  await write(row);
  const saved = (await saveChildren(row)) ?? row.saved!;
  await after(row, saved);
  return answer(row, saved);
}

/** Changes of other rows that follow from this one. @param saved the row, with what its children changed in it */
async function after(row: RowSave, saved = row.saved!): Promise<void> {
  for (const keyword of row.runtime.keywords) if (keyword.after) await keyword.after(row, saved);
}

/** The row as its reader may see it, with its children. */
async function answer({ kernel, runtime, system, context }: RowSave, saved: Saved): Promise<Saved> {
  const seen = withoutHidden(saved.json, hiddenFields(runtime, context.user));
  const json =
    runtime.entity.children.length === 0
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

/** Changes the fields of one row that the input names. @throws Refusal 403, 404, 409 (stale rev, gate, clash) or 400 */
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
