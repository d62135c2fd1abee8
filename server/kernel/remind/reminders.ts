import { quote } from '../../../generator/language/sqlText.ts';
import { databaseTime } from '../../db/clock.ts';
import { days as daysOf } from '../../../generator/language/dates.ts';
import type { TaskSource } from '../../../generator/model/approval.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import { taskSource } from '../approval/sources.ts';
import { subjectValues } from '../approval/subject.ts';
import { userBinding, type Context } from '../context.ts';
import { asSystem } from '../systemUser.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { isSameValue } from '../write/isSameValue.ts';
import { readForWrite } from '../write/load.ts';
import { writeColumns } from '../write/write.ts';

/** The entity of to-dos, with its fields for reminders. */
export type ReminderTasks = EntityRuntime & { source: TaskSource & Required<Pick<TaskSource, 'reminder'>> };

/** The entity of reminders. The compiler requires it for an entity with `x-remind`. */
export const reminderTasks = (kernel: Pick<Kernel, 'registry'>): ReminderTasks => taskSource(kernel) as ReminderTasks;

/** A reminder of a record. */
export interface Reminder {
  /** due date, `YYYY-MM-DD` */
  due: string;
  /** number of days before it, one of `x-remind.days` */
  days: number;
}

/** The due date of a record; undefined if it has none, is deleted, or meets the condition `until`. */
function dueDateOf(
  { evaluator }: EntityRuntime,
  { field, until }: Remind,
  row: Row,
  context: Context,
): string | undefined {
  if (row['delFlag'] === 'Y') return undefined;
  if (until !== undefined && evaluator.test(until, row, { today: context.today, user: userBinding(context) }) === true)
    return undefined;
  return (row[field] as string | null | undefined) ?? undefined;
}

/**
 * The reminders of a record that are due on the context's day, at most one for each date: by the smallest number of
 * days that has been reached. A date has none if it is past, missing, or further away than its largest number of days.
 */
export const dueReminders = (record: EntityRuntime, row: Row, context: Context): DueReminder[] =>
  record.entity.reminders.flatMap((subject): DueReminder[] => {
    const due = dueDateOf(record, subject, row, context);
    if (due === undefined || due < context.today) return [];
    // `daysOf` counts both ends
    const daysLeft = daysOf(context.today, due) - 1;
    const days = subject.days.findLast((count) => count >= daysLeft);
    return days === undefined ? [] : [{ due, days, subject }];
  });

/** A reminder that is due, with its declaration. */
export interface DueReminder extends Reminder {
  subject: Remind;
}

/** Whether a reminder gives way to those that are due: to one of the same date, or because its date has changed. */
export function isReplaced(
  record: EntityRuntime,
  row: Row,
  one: Reminder,
  { due, context }: { due: readonly DueReminder[]; context: Context },
): boolean {
  if (due.some((reminder) => reminder.due === one.due)) return !due.some((reminder) => isSameReminder(one, reminder));
  return !record.entity.reminders.some((subject) => dueDateOf(record, subject, row, context) === one.due);
}

/** A stored reminder, open or closed. */
export interface StoredReminder extends Reminder {
  id: string;
  rev: number;
  open: boolean;
}

/** Reads all reminders of a record, open and closed ones. */
export async function remindersOf(
  tasks: ReminderTasks,
  record: EntityRuntime,
  id: unknown,
  { db }: Context,
): Promise<StoredReminder[]> {
  const { entity, source } = tasks;
  const { due, days } = source.reminder;
  const text =
    `select id::text as id, rev, ${quote(due)}::text as due, ${quote(days)} as days, ${quote(entity.machines[0]!.field)} <> $3 as open from ${quote(entity.table)}` +
    ` where ${quote(source.entity)} = $1 and ${quote(source.record)} = $2 and ${quote(due)} is not null and "delFlag" = 'N' order by ${quote(entity.table)}.id`;
  const { rows } = await db.query({ text, values: [record.entity.name, String(id), source.closed] });
  return rows as StoredReminder[];
}

/** Whether two reminders are for the same date and the same number of days before it. */
export const isSameReminder = (one: Reminder, other: Reminder): boolean =>
  one.due === other.due && one.days === other.days;

/** Closes a reminder. */
export const closeReminder = (
  kernel: Kernel,
  tasks: ReminderTasks,
  reminder: StoredReminder,
  context: Context,
): Promise<void> =>
  changeReminder(
    kernel,
    tasks,
    { reminder, values: { [tasks.entity.machines[0]!.field]: tasks.source.closed } },
    context,
  );

/** Writes the values of a reminder that differ, as the system user; nothing if none does. */
export async function changeReminder(
  kernel: Kernel,
  { source, ...tasks }: ReminderTasks,
  { reminder: { id, rev }, values }: { reminder: StoredReminder; values: Row },
  context: Context,
): Promise<void> {
  const system = asSystem(context);
  const before = await readForWrite(kernel, { runtime: tasks, id, rev }, system, { lock: true });
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameValue(before[name], value)),
  );
  if (Object.keys(changes).length > 0)
    await writeColumns(kernel, tasks, { before, columns: { ...changes, [source.operated]: databaseTime() } }, system);
}

/**
 * Updates the open reminders of a changed or deleted record: those of another due date are closed, the others get the
 * new values of the record. Only `remind` opens new ones.
 */
export async function syncReminders(
  kernel: Kernel,
  record: EntityRuntime,
  { before, after }: { before: Row; after: Row },
  context: Context,
): Promise<void> {
  const { reminders } = record.entity;
  if (!reminders.some((one) => affectsReminder(one, before, after))) return;
  const tasks = reminderTasks(kernel);
  for (const one of (await remindersOf(tasks, record, after['id'], context)).filter(({ open }) => open)) {
    const subject = reminders.find((reminder) => dueDateOf(record, reminder, after, context) === one.due);
    if (subject)
      await changeReminder(
        kernel,
        tasks,
        { reminder: one, values: subjectValues(tasks, { record, subject, row: after }) },
        context,
      );
    else await closeReminder(kernel, tasks, one, context);
  }
}

/** Whether a change concerns a field that a reminder uses. Most changes do not, so that no to-do need be read. */
function affectsReminder({ field, number, business, fill, until = '' }: Remind, before: Row, after: Row): boolean {
  const names = [
    field,
    number,
    'delFlag',
    ...(typeof business === 'object' ? [business.field] : []),
    ...Object.values(fill),
    ...[...until.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!),
  ];
  return names.some((name) => !isSameValue(before[name], after[name]));
}
