import { quote } from '../../../generator/language/sqlText.ts';
import { databaseTime } from '../../db/clock.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSql } from '../../../generator/language/expression/sql.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import { subjectValues } from '../approval/subject.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { subtypeCondition } from '../subtypes.ts';
import { lockInOrder } from '../write/locks.ts';
import { createRow } from '../write/save.ts';
import {
  changeReminder,
  closeReminder,
  type DueReminder,
  dueReminders,
  isReplaced,
  isSameReminder,
  remindersOf,
  type ReminderTasks,
  reminderTasks,
  type StoredReminder,
} from './reminders.ts';
import { parsedRows } from '../printedRows.ts';

/**
 * Opens the reminders (`x-remind`) that are due on the context's day: a to-do for each due date of a record, by the
 * smallest number of days before it that has been reached. It replaces earlier ones of the date. Several servers may
 * run this at the same time: the record is locked, and a unique constraint permits one to-do of a record, due date and
 * number of days.
 *
 * @param signal stops after the current record
 * @returns the number of opened reminders
 * @throws AggregateError after all records were processed, if some failed
 */
export async function remind(kernel: Kernel, context: Context, signal?: AbortSignal): Promise<number> {
  const errors: unknown[] = [];
  let opened = 0;
  for (const record of kernel.registry.entities.values()) {
    for (const id of await recordsToRemind(kernel, record, context)) {
      if (signal?.aborted) return opened;
      try {
        opened += await context.transaction((inside) => openReminders(kernel, record, id, inside));
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} records are not reminded of`);
  return opened;
}

/** Ids of the records with a due date that is near, for which no to-do is open. */
async function recordsToRemind(kernel: Kernel, { entity }: EntityRuntime, context: Context): Promise<string[]> {
  const found: string[] = [];
  for (const reminder of entity.reminders) found.push(...(await recordsNear(kernel, entity, reminder, context)));
  return [...new Set(found)];
}

/** The same for one of the dates. */
async function recordsNear(
  kernel: Kernel,
  entity: Entity,
  { field, days, until }: Remind,
  { db, today }: Context,
): Promise<string[]> {
  const tasks = reminderTasks(kernel);
  const {
    source: { reminder, ...source },
  } = tasks;
  const daysLeft = `(t.${quote(field)} - $1::date)`;
  const reached = `case ${days
    .toReversed()
    .map((count) => `when ${daysLeft} <= ${count} then ${count}`)
    .join(' ')} end`;
  const ended =
    until === undefined ? undefined : (printSql(until, scopeOf(entity, kernel.registry.model), 't') as { sql: string });
  const conditions = [
    `t."delFlag" = 'N'`,
    subtypeCondition(entity),
    `t.${quote(field)} between $1::date and $1::date + ${days[0]!}`,
    ended ? `(${ended.sql}) is not true` : '',
    `not exists (select from ${quote(tasks.entity.table)} k where k.${quote(source.entity)} = $2 and k.${quote(source.record)} = t.id::text and k.${quote(reminder.due)} = t.${quote(field)}` +
      ` and k.${quote(reminder.days)} = ${reached} and k.${quote(tasks.entity.machines[0]!.field)} <> $3 and k."delFlag" = 'N')`,
  ];
  const { rows } = await db.query({
    text: `select t.id::text as id from ${quote(entity.table)} t where ${conditions.filter((one) => one !== '').join(' and ')} order by t.id`,
    values: [today, entity.name, source.closed],
  });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/**
 * Opens the due to-dos of a record, again if they were closed, and closes its other ones.
 *
 * @returns how many were opened
 */
async function openReminders(kernel: Kernel, record: EntityRuntime, id: string, context: Context): Promise<number> {
  await lockInOrder(kernel, [{ runtime: record, id }], context);
  const [row] = parsedRows(await context.db.query({ text: record.statements.readRow, values: [id] }));
  const due = row ? dueReminders(record, row, context) : [];
  if (!row || due.length === 0) return 0;
  const tasks = reminderTasks(kernel);
  const stored = await remindersOf(tasks, record, id, context);
  for (const one of stored)
    if (one.open && isReplaced(record, row, one, { due, context })) await closeReminder(kernel, tasks, one, context);
  let opened = 0;
  for (const reminder of due) {
    const existing = stored.find((one) => isSameReminder(one, reminder));
    if (existing?.open || isDuplicate(reminder, due)) continue;
    await openReminder(kernel, tasks, { record, row, reminder, existing }, context);
    opened++;
  }
  return opened;
}

/** Whether another date of the record is the same day: one to-do is enough. */
const isDuplicate = (reminder: DueReminder, due: readonly DueReminder[]): boolean =>
  due.find((one) => isSameReminder(one, reminder)) !== reminder;

/** Opens a to-do. @param about `existing` is the same one, closed before */
async function openReminder(
  kernel: Kernel,
  tasks: ReminderTasks,
  {
    record,
    row,
    reminder,
    existing,
  }: { record: EntityRuntime; row: Row; reminder: DueReminder; existing: StoredReminder | undefined },
  context: Context,
): Promise<void> {
  const { source, ...runtime } = tasks;
  const subject = subjectValues(tasks, { record, subject: reminder.subject, row });
  const machine = runtime.entity.machines[0]!;
  if (existing) {
    const values = { ...subject, [machine.field]: machine.initial };
    return changeReminder(kernel, tasks, { reminder: existing, values }, context);
  }
  const now = databaseTime();
  const values = {
    ...subject,
    [source.reminder.due]: reminder.due,
    [source.reminder.days]: reminder.days,
    [source.submitter]: context.user.userCde,
    [source.submitted]: now,
    [source.operated]: now,
    [source.returned]: 'N',
  };
  await createRow(kernel, { runtime, input: {}, system: { values, isAuthorized: true } }, context);
}
