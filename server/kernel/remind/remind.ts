import { databaseTime } from '../../db/clock.ts';
import { scopeOf } from '../../../generator/language/expression/scope.ts';
import { printSql } from '../../../generator/language/expression/sql.ts';
import { subjectValues } from '../approval/subject.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { subtypeCondition } from '../subtypes.ts';
import { quote } from '../statement.ts';
import { lockInOrder } from '../write/locks.ts';
import { createRow } from '../write/save.ts';
import { changeReminder, closeReminder, isOf, reminderOf, remindersOf, reminderTasks } from './reminders.ts';

/**
 * Opens the to-dos that records want on the context's day (`x-remind`): of each record that of the fewest days before,
 * in the place of an earlier one. May run at any time and on any number of servers: a record is held while it is looked
 * at, and the database takes one to-do of a record, day and number of days.
 *
 * @param ending ends the look with the record at hand
 * @returns how many records got one
 * @throws AggregateError when all were tried and some could not be told of
 */
export async function remind(kernel: Kernel, context: Context, ending?: AbortSignal): Promise<number> {
  const errors: unknown[] = [];
  let told = 0;
  for (const record of kernel.registry.entities.values()) {
    if (!record.entity.remind) continue;
    for (const id of await unreminded(kernel, record, context)) {
      if (ending?.aborted) return told;
      try {
        if (await context.transaction((inside) => tell(kernel, record, id, inside))) told++;
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} records are not reminded of`);
  return told;
}

/** The records whose day is near, without the to-do that belongs to it. */
async function unreminded(kernel: Kernel, { entity }: EntityRuntime, { db, today }: Context): Promise<string[]> {
  const { field, days, until } = entity.remind!;
  const tasks = reminderTasks(kernel);
  const {
    source: { reminder, ...source },
  } = tasks;
  const left = `(t.${quote(field)} - $1::date)`;
  const nearest = `case ${days
    .toReversed()
    .map((some) => `when ${left} <= ${some} then ${some}`)
    .join(' ')} end`;
  const ended =
    until === undefined ? undefined : (printSql(until, scopeOf(entity, kernel.registry.model), 't') as { sql: string });
  const conditions = [
    `t."delFlag" = 'N'`,
    subtypeCondition(entity),
    `t.${quote(field)} between $1::date and $1::date + ${days[0]!}`,
    ended ? `(${ended.sql}) is not true` : '',
    `not exists (select from ${quote(tasks.entity.table)} k where k.${quote(source.entity)} = $2 and k.${quote(source.record)} = t.id::text and k.${quote(reminder.due)} = t.${quote(field)}` +
      ` and k.${quote(reminder.days)} = ${nearest} and k.${quote(tasks.entity.machines[0]!.field)} <> $3 and k."delFlag" = 'N')`,
  ];
  const { rows } = await db.query({
    text: `select t.id::text as id from ${quote(entity.table)} t where ${conditions.filter((one) => one !== '').join(' and ')} order by t.id`,
    values: [today, entity.name, source.closed],
  });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Opens the to-do of a record, or opens it again where its day has come back, and closes those of other days. */
async function tell(kernel: Kernel, record: EntityRuntime, id: string, context: Context): Promise<boolean> {
  await lockInOrder(kernel, [{ runtime: record, id }], context);
  const { rows } = await context.db.query({ text: record.statements.readRow, values: [id] });
  const found = rows[0] as { json: string } | undefined;
  const row = found && (JSON.parse(found.json) as Row);
  const wanted = row && reminderOf(record, row, context);
  if (!wanted) return false;
  const tasks = reminderTasks(kernel);
  const { source, ...runtime } = tasks;
  const known = await remindersOf(tasks, record, id, context);
  for (const one of known) if (one.open && !isOf(one, wanted)) await closeReminder(kernel, tasks, one, context);
  const own = known.find((one) => isOf(one, wanted));
  if (own?.open) return false;
  const subject = subjectValues(tasks, { record, subject: record.entity.remind!, row });
  const machine = runtime.entity.machines[0]!;
  if (own)
    await changeReminder(
      kernel,
      tasks,
      { reminder: own, values: { ...subject, [machine.field]: machine.initial } },
      context,
    );
  else {
    const now = databaseTime();
    const values = {
      ...subject,
      [source.reminder.due]: wanted.due,
      [source.reminder.days]: wanted.days,
      [source.submitter]: context.user.userCde,
      [source.submitted]: now,
      [source.operated]: now,
      [source.returned]: 'N',
    };
    await createRow(kernel, { runtime, input: {}, system: { values, isAuthorized: true } }, context);
  }
  return true;
}
