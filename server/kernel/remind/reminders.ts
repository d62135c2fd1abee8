import { databaseTime } from '../../db/clock.ts';
import { days as daysOf } from '../../../generator/language/dates.ts';
import type { TaskSource } from '../../../generator/model/approval.ts';
import { taskSource } from '../approval/sources.ts';
import { subjectValues } from '../approval/subject.ts';
import { userBinding, type Context } from '../context.ts';
import { asSystem } from '../systemUser.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { quote } from '../statement.ts';
import { sameValue } from '../write/sameValue.ts';
import { readForWrite } from '../write/load.ts';
import { writeColumns } from '../write/write.ts';

/** The to-dos, as far as they tell of days. */
export type ReminderTasks = EntityRuntime & { source: TaskSource & Required<Pick<TaskSource, 'reminder'>> };

/** Where to-dos that tell of days are; the compiler saw to it that an entity with `x-remind` has them. */
export const reminderTasks = (kernel: Pick<Kernel, 'registry'>): ReminderTasks => taskSource(kernel) as ReminderTasks;

/** The day that a record is to be reminded of now, and by how many days before it. */
export interface Reminder {
  due: string;
  days: number;
}

/** The day that a record is reminded of, however far off; undefined where there is none, or the matter is at an end. */
function dayOf({ entity: { remind }, evaluator }: EntityRuntime, row: Row, context: Context): string | undefined {
  if (row['delFlag'] === 'Y') return undefined;
  if (
    remind!.until !== undefined &&
    evaluator.test(remind!.until, row, { today: context.today, user: userBinding(context) }) === true
  )
    return undefined;
  return (row[remind!.field] as string | null | undefined) ?? undefined;
}

/**
 * What a record is to be reminded of on the context's day: by the fewest of the days before it that have come.
 * Undefined where the day is further off than the most of them, is past, or is none.
 */
export function reminderOf(record: EntityRuntime, row: Row, context: Context): Reminder | undefined {
  const due = dayOf(record, row, context);
  if (due === undefined || due < context.today) return undefined;
  // `days` counts both ends
  const left = daysOf(context.today, due) - 1;
  const days = record.entity.remind!.days.findLast((some) => some >= left);
  return days === undefined ? undefined : { due, days };
}

/** A to-do that tells of a day, open or done. */
export interface Known extends Reminder {
  id: string;
  rev: number;
  open: boolean;
}

/** Every to-do that ever told of a day of a record. */
export async function remindersOf(
  tasks: ReminderTasks,
  record: EntityRuntime,
  id: unknown,
  { db }: Context,
): Promise<Known[]> {
  const { entity, source } = tasks;
  const { due, days } = source.reminder;
  const text =
    `select id::text as id, rev, ${quote(due)}::text as due, ${quote(days)} as days, ${quote(entity.machines[0]!.field)} <> $3 as open from ${quote(entity.table)}` +
    ` where ${quote(source.entity)} = $1 and ${quote(source.record)} = $2 and ${quote(due)} is not null and "delFlag" = 'N' order by ${quote(entity.table)}.id`;
  const { rows } = await db.query({ text, values: [record.entity.name, String(id), source.closed] });
  return rows as Known[];
}

export const isOf = ({ due, days }: Reminder, wanted: Reminder): boolean => due === wanted.due && days === wanted.days;

/** Closes a to-do that tells of a day no more. */
export const closeReminder = (kernel: Kernel, tasks: ReminderTasks, one: Known, context: Context): Promise<void> =>
  changeReminder(
    kernel,
    tasks,
    { reminder: one, values: { [tasks.entity.machines[0]!.field]: tasks.source.closed } },
    context,
  );

/** Writes what is different of a to-do, in the caller's name; nothing where nothing is. */
export async function changeReminder(
  kernel: Kernel,
  { source, ...tasks }: ReminderTasks,
  { reminder: { id, rev }, values }: { reminder: Known; values: Row },
  context: Context,
): Promise<void> {
  const acting = asSystem(context);
  const before = await readForWrite(kernel, { runtime: tasks, id, rev }, acting, { lock: true });
  const changes = Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)));
  if (Object.keys(changes).length > 0)
    await writeColumns(kernel, tasks, { before, columns: { ...changes, [source.operated]: databaseTime() } }, acting);
}

/**
 * A record was changed or deleted: what told of a day that is none any more is closed, and what goes on tells of the
 * record as it is now. New ones are opened by the look at all records alone.
 */
export async function syncReminders(
  kernel: Kernel,
  record: EntityRuntime,
  { before, after }: { before: Row; after: Row },
  context: Context,
): Promise<void> {
  const { remind } = record.entity;
  if (!remind || !isConcerned(record, before, after)) return;
  const tasks = reminderTasks(kernel);
  const day = dayOf(record, after, context);
  for (const one of (await remindersOf(tasks, record, after['id'], context)).filter(({ open }) => open)) {
    if (one.due === day)
      await changeReminder(
        kernel,
        tasks,
        { reminder: one, values: subjectValues(tasks, { record, subject: remind, row: after }) },
        context,
      );
    else await closeReminder(kernel, tasks, one, context);
  }
}

/** Whether a change touches what reminders are about: most do not, and none need be looked for. */
function isConcerned({ entity: { remind } }: EntityRuntime, before: Row, after: Row): boolean {
  const { field, number, business, fill, until = '' } = remind!;
  const named = [
    field,
    number,
    'delFlag',
    ...(typeof business === 'object' ? [business.field] : []),
    ...Object.values(fill),
    ...[...until.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!),
  ];
  return named.some((name) => !sameValue(before[name], after[name]));
}
