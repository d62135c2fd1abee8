import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Change, EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { canWriteAsSet } from '../../keywords/setWrites.ts';
import { accessFilter } from '../../read/access.ts';
import { Values } from '../../statement.ts';
import { affectsLatest } from '../../keywords/latest.ts';
import { withMissingReferences } from '../../write/references.ts';
import { updateRow } from '../../write/save.ts';
import { writeByHalves } from '../../write/halving.ts';
import { differing, prepareMany, writeUpdates, type ReadyUpdate } from '../../write/saveMany.ts';

/** A stored row, locked, and its new values in the file. */
export interface StoredChange {
  stored: Row;
  values: Row;
}

/**
 * Receives the outcome of each row by its index: changed or refused. An unchanged row is not reported.
 */
export interface ChangeReport {
  changed(index: number): void;
  refused(index: number, refusal: Refusal): void;
}

/** Whether stored rows can be updated in one statement. Not where the caller sees only some of the rows. */
export const canUpdateAsSet = (kernel: Kernel, runtime: EntityRuntime, context: Context): boolean =>
  canWriteAsSet(kernel, runtime, 'update', 'update') &&
  accessFilter({ kernel, context, values: new Values() }, runtime) === '';

/**
 * Updates stored rows in one statement, with the result of `updateRow` for each. If the database refuses the statement,
 * the rows are halved until each refused row is alone and saved by itself, for its message.
 */
export async function updateAsSet(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, acceptWarnings, report }: { rows: readonly StoredChange[]; acceptWarnings: boolean; report: ChangeReport },
  context: Context,
): Promise<void> {
  const refused: [index: number, refusal: Refusal][] = [];
  const changes = rows.map(({ stored, values }): Change => ({
    runtime,
    operation: 'update',
    before: stored,
    input: { ...values, acceptWarnings },
  }));
  const valid = await prepareMany(kernel, runtime, { changes, onRefused: (...one) => refused.push(one) }, context);
  for (const [index, refusal] of refused) {
    const { stored } = rows[index]!;
    report.refused(
      index,
      (await withMissingReferences(kernel, runtime, { before: stored, error: refusal }, context)) as Refusal,
    );
  }
  const ready = differing(valid);
  const byItself = ({ index }: ReadyUpdate): Promise<void> =>
    updateAlone(kernel, runtime, { change: rows[index]!, index, acceptWarnings, report }, context);
  const { latest } = runtime.entity;
  const isAlone = ({ columns }: ReadyUpdate): boolean => latest !== undefined && affectsLatest(latest, columns);
  await writeByHalves(
    ready.filter((one) => !isAlone(one)),
    async (some) => {
      if (some.length === 1) return byItself(some[0]!);
      await context.separately((inside) => writeUpdates(kernel, runtime, { ready: some, action: 'update' }, inside));
      for (const { index } of some) report.changed(index);
    },
    (error) => error instanceof Refusal,
    byItself,
  );
  for (const one of ready.filter(isAlone)) await byItself(one);
}

/** Updates one stored row, the one at `index`, through the save path. */
export async function updateAlone(
  kernel: Kernel,
  runtime: EntityRuntime,
  {
    change: { stored, values },
    index,
    acceptWarnings,
    report,
  }: { change: StoredChange; index: number; acceptWarnings: boolean; report: ChangeReport },
  context: Context,
): Promise<void> {
  try {
    const saved = await context.separately((inside) =>
      updateRow(
        kernel,
        { runtime, id: String(stored['id']), rev: Number(stored['rev']), input: { ...values, acceptWarnings } },
        inside,
      ),
    );
    if (saved.rev !== stored['rev']) report.changed(index);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report.refused(index, error);
  }
}
