import { databaseTime } from '../../db/clock.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { asSystem } from '../systemUser.ts';
import { createRow } from '../write/save.ts';
import { typeOf } from './route.ts';
import { approvalSources } from './sources.ts';
import { subjectValues } from './subject.ts';
import { writeLog } from './tasks.ts';

/**
 * Shows a record to its creator among the returned ones, with the reason, until it is submitted or reported again. For
 * a transition without an approval that leads back to the creator. The entity has `x-approval`.
 */
export async function returnToCreator(
  kernel: Kernel,
  record: EntityRuntime,
  { row, reason }: { row: Row; reason: unknown },
  context: Context,
): Promise<void> {
  const sources = approvalSources(kernel, record)!;
  const { source, ...tasks } = sources.tasks;
  const systemContext = asSystem(context);
  const now = databaseTime();
  const values = {
    ...subjectValues(sources.tasks, { record, subject: sources.approval, row }),
    [source.type]: typeOf(sources, row),
    [source.submitter]: row['creater'],
    [source.submitted]: now,
    [source.operated]: now,
    [source.returned]: 'Y',
    [tasks.entity.machines[0]!.field]: source.closed,
  };
  const { id } = await createRow(
    kernel,
    { runtime: tasks, input: {}, system: { values, isAuthorized: true } },
    systemContext,
  );
  await writeLog(
    kernel,
    sources,
    { task: id, entry: { step: 'reject', level: null, role: null, opinion: reason }, now },
    systemContext,
  );
}
