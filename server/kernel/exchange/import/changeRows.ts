import type { Violation } from '../../../../generator/language/violation.ts';
import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Kernel } from '../../kernel.ts';
import { canWriteAsSet } from '../../keywords/setWrites.ts';
import { accessFilter } from '../../read/access.ts';
import type { EntityRuntime } from '../../registry.ts';
import { permit } from '../../rights.ts';
import { Values } from '../../statement.ts';
import { keepLasting, readBody, type Row } from '../../write/body.ts';
import { requireEditor, requireGate } from '../../operations/rowSubject.ts';
import { isAboutNewest } from '../../write/newest.ts';
import { withMissingReferences } from '../../write/references.ts';
import { updateRow } from '../../write/save.ts';
import { judgeChanges, writeChanges, type Change, type SoundChange } from '../../write/updateMany.ts';

/** A stored row, held against other writers, and the fields that a file gives for it. */
export interface Changed {
  stored: Row;
  values: Row;
}

/**
 * What becomes of each row, by its place among those given: it is different now, or it cannot be changed. One that is
 * as it was has neither.
 */
export interface ChangeReport {
  changed(index: number): void;
  refused(index: number, refusal: Refusal): void;
}

/** Whether stored rows can be written in one statement. Not where the caller sees only some of the rows. */
export const areChangedTogether = (kernel: Kernel, runtime: EntityRuntime, context: Context): boolean =>
  canWriteAsSet(kernel, runtime, 'update', 'update') && accessFilter(kernel, runtime, context, new Values()) === '';

/**
 * Changes stored rows as `updateRow` does each of them: may I → gate → compute → judge → write with audit, the last in
 * one statement for all. Where the database refuses it they are halved, until the ones to blame stand alone and say by
 * themselves why.
 */
export async function changeTogether(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Changed[],
  acceptWarnings: boolean,
  context: Context,
  report: ChangeReport,
): Promise<void> {
  const refused: [index: number, refusal: Refusal][] = [];
  const asked: (Change & { index: number; violations: Violation[] })[] = [];
  for (const [index, { stored, values }] of rows.entries()) {
    try {
      permit(kernel, runtime, 'edit', context);
      const body = readBody(runtime, values, context.user, stored);
      requireEditor(runtime, stored, context);
      requireGate(runtime, 'edit', stored, context);
      keepLasting(runtime, body, stored);
      asked.push({ index, before: stored, values: body.values, violations: body.violations });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push([index, error]);
    }
  }
  const sound = await judgeChanges(kernel, runtime, asked, { acceptWarnings }, context, (place, refusal) =>
    refused.push([asked[place]!.index, refusal]),
  );
  for (const [index, refusal] of refused)
    report.refused(
      index,
      (await withMissingReferences(kernel, runtime, rows[index]!.stored, refusal, context)) as Refusal,
    );
  const { newest } = runtime.entity;
  const [alone = [], together = []] = [true, false].map((moves) =>
    sound.filter(({ changed }) => (newest !== undefined && isAboutNewest(newest, changed)) === moves),
  );
  const placeOf = ({ index }: SoundChange): number => asked[index]!.index;
  const ways: Ways = {
    byItself: (change) =>
      changeByItself(kernel, runtime, rows[placeOf(change)]!, placeOf(change), acceptWarnings, context, report),
    changed: (change) => report.changed(placeOf(change)),
  };
  await changeHalving(kernel, runtime, together, ways, context);
  for (const change of alone) await ways.byItself(change);
}

/** How one row is changed alone, and what is done of each that was changed with others. */
interface Ways {
  byItself(change: SoundChange): Promise<void>;
  changed(change: SoundChange): void;
}

async function changeHalving(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly SoundChange[],
  ways: Ways,
  context: Context,
): Promise<void> {
  if (rows.length === 0) return;
  if (rows.length === 1) return ways.byItself(rows[0]!);
  try {
    await context.separately((inside) => writeChanges(kernel, runtime, rows, 'update', inside));
    for (const change of rows) ways.changed(change);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const middle = rows.length >> 1;
    await changeHalving(kernel, runtime, rows.slice(0, middle), ways, context);
    await changeHalving(kernel, runtime, rows.slice(middle), ways, context);
  }
}

/** Changes one stored row, the one at `index`, through the save path. */
export async function changeByItself(
  kernel: Kernel,
  runtime: EntityRuntime,
  { stored, values }: Changed,
  index: number,
  acceptWarnings: boolean,
  context: Context,
  report: ChangeReport,
): Promise<void> {
  try {
    const saved = await context.separately((inside) =>
      updateRow(kernel, runtime, String(stored['id']), Number(stored['rev']), { ...values, acceptWarnings }, inside),
    );
    if (saved.rev !== stored['rev']) report.changed(index);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report.refused(index, error);
  }
}
