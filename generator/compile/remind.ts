import type { Remind } from '../model/remind.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Raw } from './source.ts';
import { fieldsOf, optionsOf, passCompany, tasksOf } from './approval.ts';
import { withoutAbsent } from './field.ts';
import type { Report } from './report.ts';

/** `x-remind`, its own words only. */
export const compileRemind = (word: Raw, key: readonly string[]): Remind =>
  withoutAbsent<Remind>({
    field: String(word['field']),
    days: (word['days'] as number[]).toSorted((a, b) => b - a),
    until: word['until'] as string | undefined,
    business: word['business'] as Remind['business'],
    number: String(word['number'] ?? key[0]),
    fill: (word['fill'] ?? {}) as Record<string, string>,
  });

/** Checks what reminders name in the record and in the entity of the to-dos. */
export function linkRemind(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  checkSource(entity, report.within(['x-entity', 'tasks', 'reminder']));
  const { remind } = entity;
  if (!remind) return;
  const own = report.within(['x-remind']);
  const field = fieldsOf(entity, own);
  const day = field(remind.field, ['field']);
  if (day && day.kind !== 'date') own.add(['field'], `"${day.name}" must be a date`);
  field(remind.number, ['number']);
  for (const [there, here] of Object.entries(remind.fill)) field(here, ['fill', there]);
  const business =
    typeof remind.business === 'object' ? field(remind.business.field, ['business', 'field']) : undefined;
  const tasks = tasksOf(model);
  if (!tasks?.tasks?.reminder) {
    if (unread.size === 0) own.add([], 'no entity has x-entity.tasks with a reminder, in which the to-dos are opened');
    return;
  }
  if (remind.business !== undefined)
    optionsOf(
      tasks,
      tasks.tasks.business,
      business?.options?.map(({ code }) => code) ??
        [remind.business].flatMap((one) => (typeof one === 'string' ? one : [])),
      own,
      ['business'],
    );
  const copied = fieldsOf(tasks, own);
  for (const there of Object.keys(remind.fill)) copied(there, ['fill', there]);
  passCompany(entity, tasks, remind.fill);
}

/** The to-do tells of a date by a number of days, and of one of them once only, however many servers look. */
function checkSource({ fields, tasks, unique }: Entity, report: Report): void {
  if (!tasks?.reminder) return;
  for (const [part, kind] of [
    ['due', 'date'],
    ['days', 'integer'],
  ] as const) {
    const field = fields.find(({ name }) => name === tasks.reminder![part]);
    if (!field)
      report.unknown(
        [part],
        'field',
        tasks.reminder[part],
        fields.map(({ name }) => name),
      );
    else if (field.kind !== kind || !field.readOnly) report.add([part], `"${field.name}" must be a readOnly ${kind}`);
  }
  const once = [tasks.entity, tasks.record, tasks.reminder.due, tasks.reminder.days];
  if (
    !unique.some(
      (rule) =>
        rule.where === undefined &&
        rule.fields.length === once.length &&
        once.every((name) => rule.fields.includes(name)),
    )
  )
    report.add(
      [],
      `an x-unique must have the fields ${once.join(', ')}, without "where": two servers would remind twice`,
    );
}
