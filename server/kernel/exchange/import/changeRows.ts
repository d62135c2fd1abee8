import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Change, EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { canWriteAsSet, mustUpdateRowByRow } from '../../keywords/setWrites.ts';
import { accessFilter } from '../../read/access.ts';
import { Values } from '../../statement.ts';
import { withMissingReferences } from '../../write/references.ts';
import { updateRow } from '../../write/save.ts';
import { writeByHalves } from '../../write/many/halving.ts';
import { differing, prepareMany, writeUpdates, type ReadyUpdate } from '../../write/many/saveMany.ts';

/** A locked stored row, and its new values in the file. */
export interface StoredChange {
  stored: Row;
  values: Row;
}

/** Receives the outcome of each row by its index. Rows that remain unchanged are not reported. */
export interface ChangeReport {
  changed(index: number): void;
  refused(index: number, refusal: Refusal): void;
}

/** Whether stored rows can be updated in one statement. They cannot if the caller may see only some of the rows. */
export const canUpdateAsSet = (kernel: Kernel, runtime: EntityRuntime, context: Context): boolean =>
  canWriteAsSet(kernel, runtime, 'update', 'update') &&
  accessFilter({ kernel, context, values: new Values() }, runtime) === '';

/**
 * Updates stored rows in one statement; the result for each row is that of `updateRow`. If the database refuses the
 * statement, the rows are halved repeatedly, and each remaining row is updated alone, which gives the message of a
 * refused row.
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
  const onRefused = (index: number, refusal: Refusal): void => void refused.push([index, refusal]);
  const valid = await prepareMany(kernel, runtime, { changes, onRefused }, context);
  for (const [index, refusal] of refused) {
    const { stored } = rows[index]!;
    report.refused(
      index,
      (await withMissingReferences(kernel, runtime, { before: stored, error: refusal }, context)) as Refusal,
    );
  }
  const ready = differing(valid);
  const updateOne = ({ index }: ReadyUpdate): Promise<void> =>
    updateAlone(kernel, runtime, { change: rows[index]!, index, acceptWarnings, report }, context);
  const isAlone = ({ columns }: ReadyUpdate): boolean => mustUpdateRowByRow(runtime, columns);
  await writeByHalves(
    ready.filter((update) => !isAlone(update)),
    async (updates) => {
      if (updates.length === 1) return updateOne(updates[0]!);
      await context.separately((inside) => writeUpdates(kernel, runtime, { ready: updates, action: 'update' }, inside));
      for (const { index } of updates) report.changed(index);
    },
    (error) => error instanceof Refusal,
    updateOne,
  );
  for (const update of ready.filter(isAlone)) await updateOne(update);
}

/** Updates one stored row through the save path, and reports the outcome under `index`. */
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
