import type { Remind } from '../model/remind.ts';
import type { Entity } from '../model/entity.ts';
import type { Raw } from '../compile/source.ts';
import { fieldFinder, checkOptionCodes, type LinkContext } from '../compile/linkContext.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import { passCompany, tasksOf } from './approval.ts';
import type { Keyword } from './keyword.ts';
import { withoutAbsent } from '../compile/field.ts';

/** `x-remind`: to-dos are opened some days before a date of the record. */
export const remind: Keyword<Raw> = {
  word: 'x-remind',
  layers: ['docs', 'save'],
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.remind = compileRemind(word, entity.key);
  },
  link: linkRemind,
  checkExpressions({ remind: word }, { stored }) {
    stored(word?.until, ['x-remind', 'until']);
  },
  describe: ({ remind: word }) =>
    word
      ? [
          describeEffect('x-remind', word.field, {
            en: `to-dos ${word.days.join(', ')} days before ${word.field}${word.until ? ` until ${word.until}` : ''}`,
            zh: `${word.field} 到期前 ${word.days.join('、')} 天生成待办${word.until ? `，直至 ${word.until}` : ''}`,
          }),
        ]
      : [],
};

const compileRemind = (word: Raw, key: readonly string[]): Remind =>
  withoutAbsent<Remind>({
    field: String(word['field']),
    days: (word['days'] as number[]).toSorted((a, b) => b - a),
    until: word['until'] as string | undefined,
    business: word['business'] as Remind['business'],
    number: String(word['number'] ?? key[0]),
    fill: (word['fill'] ?? {}) as Record<string, string>,
  });

/** Checks the fields that reminders name in the record and in the entity of the to-dos. */
function linkRemind(entity: Entity, { model, unread, report }: LinkContext): void {
  const { remind: word } = entity;
  if (!word) return;
  const own = report.within(['x-remind']);
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
