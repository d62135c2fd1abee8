import type { Remind } from '../model/remind.ts';
import type { Entity } from '../model/entity.ts';
import type { Raw } from '../compile/source.ts';
import { fieldFinder, checkOptionCodes, type At, type LinkContext } from '../compile/linkContext.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import { passCompany, tasksOf } from './approval.ts';
import type { Keyword } from './keyword.ts';
import { withoutAbsent } from '../compile/field.ts';

/** `x-remind`: to-dos are opened some days before a date of the record, or before each of several dates. */
export const remind: Keyword<Raw | Raw[]> = {
  word: 'x-remind',
  layers: ['docs', 'save'],
  takesSpec: false,
  compile(word, entity) {
    const words = Array.isArray(word) ? word : word ? [word] : [];
    entity.reminders = words.map((one) => compileRemind(one, entity.key));
  },
  link: linkReminders,
  checkExpressions({ reminders }, { stored }) {
    reminders.forEach(({ until }, index) => stored(until, [...pathOf(reminders, index), 'until']));
  },
  describe: ({ reminders }) =>
    reminders.map(({ field, days, until }) =>
      describeEffect('x-remind', field, {
        en: `to-dos ${days.join(', ')} days before ${field}${until ? ` until ${until}` : ''}`,
        zh: `${field} 到期前 ${days.join('、')} 天生成待办${until ? `，直至 ${until}` : ''}`,
      }),
    ),
};

/** The path of the reminders of one date; a list has several. */
const pathOf = ({ length }: readonly Remind[], index: number): At => (length > 1 ? ['x-remind', index] : ['x-remind']);

const compileRemind = (word: Raw, key: readonly string[]): Remind =>
  withoutAbsent<Remind>({
    field: String(word['field']),
    days: (word['days'] as number[]).toSorted((a, b) => b - a),
    until: word['until'] as string | undefined,
    business: word['business'] as Remind['business'],
    number: String(word['number'] ?? key[0]),
    fill: (word['fill'] ?? {}) as Record<string, string>,
  });

function linkReminders(entity: Entity, context: LinkContext): void {
  entity.reminders.forEach((word, index) => {
    const own = context.report.within(pathOf(entity.reminders, index));
    if (entity.reminders.findIndex(({ field }) => field === word.field) < index)
      own.add(['field'], `there are reminders of "${word.field}" already`);
    linkReminder(entity, word, { ...context, report: own });
  });
}

/**
 * Checks the fields that reminders name in the record and in the entity of the to-dos.
 *
 * @param context its report is at the reminders
 */
function linkReminder(entity: Entity, word: Remind, { model, unread, report: own }: LinkContext): void {
  const field = fieldFinder(entity, own);
  const day = field(word.field, ['field']);
  if (day && day.kind !== 'date') own.add(['field'], `"${day.name}" must be a date`);
  field(word.number, ['number']);
  for (const [ofTask, ofRecord] of Object.entries(word.fill)) field(ofRecord, ['fill', ofTask]);
  const business = typeof word.business === 'object' ? field(word.business.field, ['business', 'field']) : undefined;
  const tasks = tasksOf(model);
  if (!tasks?.tasks?.reminder) {
    if (unread.size === 0)
      own.add([], 'no entity has x-entity.tasks with a reminder, which reminders need for their to-dos');
    return;
  }
  if (word.business !== undefined)
    checkOptionCodes(
      tasks,
      tasks.tasks.business,
      business?.options?.map(({ code }) => code) ??
        [word.business].flatMap((code) => (typeof code === 'string' ? code : [])),
      own.within(['business']),
    );
  const fieldOfTask = fieldFinder(tasks, own);
  for (const name of Object.keys(word.fill)) fieldOfTask(name, ['fill', name]);
  passCompany(entity, tasks, word.fill);
}
