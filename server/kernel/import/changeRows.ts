import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import { accessFilter } from '../read/access.ts';
import type { EntityRuntime } from '../registry.ts';
import { permit } from '../rights.ts';
import { Values } from '../statement.ts';
import { keepLasting, readBody, type Row } from '../write/body.ts';
import type { Refuse } from '../write/createMany.ts';
import { passEditors } from '../write/editors.ts';
import { passGate } from '../write/gates.ts';
import { isAboutNewest } from '../write/newest.ts';
import { withMissingReferences } from '../write/references.ts';
import { logsOperations } from '../write/operationLog.ts';
import { updateRow } from '../write/save.ts';
import { areRowsAlone, judgeChanges, writeChanges, type Change, type SoundChange } from '../write/updateMany.ts';

/** A stored row, held against other writers, and the fields that a file gives for it. */
export interface Changed { stored: Row; values: Row }

/**
 * Whether stored rows can be judged together and written in one statement. Not where a save reads or writes other rows as well,
 * where a row may be worked out from one that stands before it in the file, or where the caller sees some of the rows only.
 */
export function areChangedTogether(kernel: Kernel, runtime: EntityRuntime, context: Context): boolean {
  const { entity } = runtime;
  return entity.parents.length === 0 && entity.sequence === undefined && entity.approval === undefined && !logsOperations(entity) && !runtime.readsChildren && !kernel.domain.has(entity.name)
    && areRowsAlone(kernel, runtime, 'update') && entity.lookups.every((lookup) => lookup.entity !== entity.name)
    && accessFilter(kernel, runtime, context, new Values()) === '';
}

/**
 * Changes stored rows as `updateRow` does each of them: may I → gate → compute → judge → write with audit, the last in one
 * statement for all. Where the database refuses it they are halved, until the ones to blame stand alone and say by themselves why.
 *
 * @param refuse is told the place and the refusal of each row that cannot be changed
 * @returns how many rows are different now
 */
export async function changeTogether(kernel: Kernel, runtime: EntityRuntime, rows: readonly Changed[], acceptWarnings: boolean, context: Context, refuse: Refuse): Promise<number> {
  const refused: [index: number, refusal: Refusal][] = [];
  const asked: (Change & { index: number; violations: Violation[] })[] = [];
  for (const [index, { stored, values }] of rows.entries()) {
    try {
      permit(kernel, runtime, 'edit', context);
      const body = readBody(runtime, values, context.user, stored);
      passEditors(runtime, stored, context);
      passGate(runtime, 'edit', stored, context);
      keepLasting(runtime, body, stored);
      asked.push({ index, before: stored, values: body.values, violations: body.violations });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push([index, error]);
    }
  }
  const sound = await judgeChanges(kernel, runtime, asked, { acceptWarnings }, context, (place, refusal) => refused.push([asked[place]!.index, refusal]));
  for (const [index, refusal] of refused) refuse(index, await withMissingReferences(kernel, runtime, rows[index]!.stored, refusal, context) as Refusal);
  const { newest } = runtime.entity;
  const [alone = [], together = []] = [true, false].map((moves) => sound.filter(({ changed }) => (newest !== undefined && isAboutNewest(newest, changed)) === moves));
  const byItself = async ({ index }: SoundChange): Promise<number> => changeByItself(kernel, runtime, rows[asked[index]!.index]!, acceptWarnings, context, (refusal) => refuse(asked[index]!.index, refusal));
  let changed = await changeHalving(kernel, runtime, together, byItself, context);
  for (const change of alone) changed += await byItself(change);
  return changed;
}

async function changeHalving(kernel: Kernel, runtime: EntityRuntime, rows: readonly SoundChange[], byItself: (change: SoundChange) => Promise<number>, context: Context): Promise<number> {
  if (rows.length === 0) return 0;
  if (rows.length === 1) return byItself(rows[0]!);
  try {
    await context.separately((inside) => writeChanges(kernel, runtime, rows, 'update', inside));
    return rows.length;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const middle = rows.length >> 1;
    return await changeHalving(kernel, runtime, rows.slice(0, middle), byItself, context) + await changeHalving(kernel, runtime, rows.slice(middle), byItself, context);
  }
}

/** Changes one stored row through the save path. @returns how many rows are different now */
export async function changeByItself(kernel: Kernel, runtime: EntityRuntime, { stored, values }: Changed, acceptWarnings: boolean, context: Context, refuse: (refusal: Refusal) => void): Promise<number> {
  try {
    const saved = await context.separately((inside) => updateRow(kernel, runtime, String(stored['id']), Number(stored['rev']), { ...values, acceptWarnings }, inside));
    return saved.rev === stored['rev'] ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error);
    return 0;
  }
}
