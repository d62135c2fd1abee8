import { databaseTime } from '../../db/clock.ts';
import { ofParent } from '../../../generator/keywords/approval.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Context } from '../context.ts';
import { asSystem } from '../systemUser.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { readAncestors } from '../write/parent.ts';
import { createRow, updateRow } from '../write/save.ts';
import type { OpenTask } from './openTask.ts';
import { clearReturned } from './returned.ts';
import { typeOf, type Route } from './route.ts';
import type { ApprovalSources } from './sources.ts';
import { subjectValues } from './subject.ts';

/** A line of the approval log. */
interface LogEntry {
  step: ApprovalStep;
  level: string | null;
  role: string | null;
  opinion: unknown;
}

/** A submission of a record for approval. */
interface Submission {
  record: EntityRuntime;
  row: Row;
  route: Route;
  opinion: unknown;
}

/** Creates the to-do of a submission at its first level. */
export async function openTaskFor(
  kernel: Kernel,
  sources: ApprovalSources,
  submission: Submission,
  context: Context,
): Promise<void> {
  const { record, row, opinion } = submission;
  const systemContext = asSystem(context);
  const now = databaseTime();
  await clearReturned(kernel, record, row['id'], context);
  const values = {
    ...(await taskValues(kernel, sources, submission, systemContext)),
    [sources.tasks.source.submitter]: context.user.userCde,
    [sources.tasks.source.submitted]: now,
    [sources.tasks.source.operated]: now,
  };
  const { source: _source, ...tasks } = sources.tasks;
  const { id } = await createRow(
    kernel,
    { runtime: tasks, input: {}, system: { values, isAuthorized: true } },
    systemContext,
  );
  const entry: LogEntry = { step: 'submit', level: null, role: null, opinion };
  await writeLog(kernel, sources, { task: id, entry, now }, systemContext);
}

/** Values of a new to-do that come from its record and its route. */
async function taskValues(
  kernel: Kernel,
  sources: ApprovalSources,
  { record, row, route: { amount, levels } }: Submission,
  context: Context,
): Promise<Row> {
  const { approval, tasks } = sources;
  const { source } = tasks;
  const names = [approval.number, ...Object.values(approval.fill)];
  const readsParent = names.some((name) => ofParent(name) !== undefined);
  const parent = readsParent ? (await readAncestors(kernel, record, row, context))[0]?.row : undefined;
  return {
    ...subjectValues(tasks, { record, subject: approval, row, parent }),
    [source.type]: typeOf(sources, row),
    [source.amount]: amount,
    [source.levels]: levels.map(({ level }) => level),
    [source.level]: levels[0]!.level,
    [source.role]: levels[0]!.role,
    [source.returned]: 'N',
  };
}

/** Moves a to-do to its next level. */
export async function moveToLevel(
  kernel: Kernel,
  sources: ApprovalSources,
  { task, next, opinion }: { task: OpenTask; next: { level: string; role: string }; opinion: unknown },
  context: Context,
): Promise<void> {
  const { source } = sources.tasks;
  await changeTask(
    kernel,
    sources,
    {
      task,
      values: { [source.level]: next.level, [source.role]: next.role },
      entry: { step: 'approve', level: task.level, role: task.role, opinion },
    },
    context,
  );
}

/** Closes a to-do. A rejection is shown to the submitter until the record is submitted again. */
export async function closeTask(
  kernel: Kernel,
  sources: ApprovalSources,
  { task, step, opinion }: { task: OpenTask; step: Exclude<ApprovalStep, 'submit'>; opinion: unknown },
  context: Context,
): Promise<void> {
  const { entity, source } = sources.tasks;
  const values = {
    [entity.machines[0]!.field]: source.closed,
    [source.level]: null,
    [source.role]: null,
    [source.returned]: step === 'reject' ? 'Y' : 'N',
  };
  await changeTask(
    kernel,
    sources,
    { task, values, entry: { step, level: step === 'withdraw' ? null : task.level, role: task.role, opinion } },
    context,
  );
}

/** Updates a to-do and logs the step. */
async function changeTask(
  kernel: Kernel,
  sources: ApprovalSources,
  { task, values, entry }: { task: OpenTask; values: Row; entry: LogEntry },
  context: Context,
): Promise<void> {
  const {
    tasks: { source, ...tasks },
  } = sources;
  const systemContext = asSystem(context);
  const now = databaseTime();
  await updateRow(
    kernel,
    {
      runtime: tasks,
      id: task.id,
      rev: task.rev,
      input: {},
      system: { values: { ...values, [source.operated]: now }, action: 'update', isAuthorized: true },
    },
    systemContext,
  );
  await writeLog(kernel, sources, { task: task.id, entry, now }, systemContext);
}

/** Adds a line to the approval log. */
export async function writeLog(
  kernel: Kernel,
  {
    tasks: {
      source: { log: names },
    },
    log: runtime,
  }: ApprovalSources,
  { task, entry: { step, level, role, opinion }, now }: { task: string; entry: LogEntry; now: string },
  systemContext: Context,
): Promise<void> {
  const values = {
    [names.via]: task,
    [names.by]: systemContext.user.userCde,
    [names.at]: now,
    [names.step]: names.steps[step],
    [names.level]: level,
    [names.role]: role,
    [names.opinion]: opinion ?? null,
  };
  await createRow(kernel, { runtime, input: {}, system: { values, isAuthorized: true } }, systemContext);
}
