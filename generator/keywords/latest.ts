import { ownFieldFinder, type LinkContext } from '../compile/linkContext.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import { fieldNamesIn } from '../language/expression/fieldNames.ts';
import { validationRules } from '../language/validation/validations.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Latest } from '../model/rule.ts';
import type { Keyword } from './keyword.ts';

/** `x-latest`: a field that is Y on the latest row of a group, else N. */
export const latest: Keyword<Latest> = {
  word: 'x-latest',
  layers: ['database', 'docs', 'save'],
  bindsTable: true,
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.latest = word;
  },
  link: checkLatest,
  ddl: ({ latest: word }) => (word ? { read: [[...word.by, word.from]] } : {}),
  describe: ({ latest: word }) =>
    word
      ? [
          describeEffect('x-latest', word.field, {
            en: `Y on the row of one ${word.by.join(' + ')} with the latest ${word.from}`,
            zh: `同一 ${word.by.join(' + ')} 中 ${word.from} 最新的记录为 Y`,
          }),
        ]
      : [],
};

/** Field kinds whose columns have the order of their values. */
const ORDERED_KINDS: readonly Field['kind'][] = ['date', 'dateTime', 'month', 'year', 'integer'];

function checkLatest(entity: Entity, { report }: LinkContext): void {
  const { latest: word, fields } = entity;
  if (!word) return;
  const reportAt = (part: string, message: string) => report.add(['x-latest', part], message);
  const find = ownFieldFinder(entity, report);
  const fieldNamed = (name: string, part: string): Field | undefined => find(name, ['x-latest', part]);
  const flag = fieldNamed(word.field, 'field');
  if (flag && (flag.kind !== 'yesNo' || !flag.readOnly || flag.compute || flag.default !== undefined))
    reportAt('field', `"${flag.name}" must be a readOnly yesNo without default or formula`);
  for (const name of word.by) {
    const field = fieldNamed(name, 'by');
    if (field && !field.required) reportAt('by', `"${name}" must be required: a row without it is in no group`);
  }
  const from = fieldNamed(word.from, 'from');
  if (from && (!from.required || !ORDERED_KINDS.includes(from.kind)))
    reportAt('from', `"${from.name}" must be required, and a date, an instant, a month, a year or an integer`);
  const formulas = fields.flatMap(({ compute, defaultExpr = '' }) => [compute?.expr ?? '', defaultExpr]).join(' ');
  const read = [...validationRules(entity).flatMap((rule) => rule.fields), ...fieldNamesIn(formulas)];
  if (read.includes(word.field))
    reportAt('field', `"${word.field}" is known only when the row is written: rules and formulas cannot read it`);
}
