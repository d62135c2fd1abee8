import { expect, test } from 'vitest';
import { conditionText } from '../../../web/records/conditionText.ts';
import { formulaText } from '../../../web/records/form/formula.ts';
import { fieldOf } from '../language/model.ts';

const options = [
  { code: 'EST', en: 'Estimated', zh: '预估' },
  { code: 'BUD', en: 'Budget', zh: '预算' },
];
const entity = {
  fields: [
    { ...fieldOf('kind', 'choice'), label: { en: 'Kind', zh: '类型' }, options },
    { ...fieldOf('waiting', 'yesNo'), label: { en: 'Waiting', zh: '审批中' } },
    { ...fieldOf('paid', 'money'), label: { en: 'Paid', zh: '已付' } },
  ],
};

test.each([
  [
    "self.kind == 'EST' || self.kind == 'BUD'",
    'Kind is “Estimated” or Kind is “Budget”',
    '类型为“预估”，或类型为“预算”',
  ],
  ["self.kind != 'EST' && !has(self.paid)", 'Kind is not “Estimated” and Paid is empty', '类型不为“预估”，且已付为空'],
  ["self.waiting != 'Y'", 'Waiting is not “Yes”', '审批中不为“是”'],
  ['has(self.paid)', 'Paid is filled in', '已付已填写'],
  ["self.kind == 'NEW'", 'Kind is “NEW”', '类型为“NEW”'],
  // what cannot be said in words is not shown
  ['self.paid > decimal("3")', undefined, undefined],
  ['user.allSeeingEye || user.userCde in [self.kind]', undefined, undefined],
  ['children.line.exists(row, row.paid > 0)', undefined, undefined],
])('%s', (expression, en, zh) => {
  expect(conditionText(entity, expression, 'en')).toBe(en);
  expect(conditionText(entity, expression, 'zh')).toBe(zh);
});

test.each([
  ['self.paid * 2 - self.paid', '= Paid × 2 - Paid'],
  ['sum(children.line.map(row, row.paid))', undefined],
  ['has(self.paid) ? self.paid : lookup.rate.paid', undefined],
  ['lookup.rate.paid', undefined],
])('the formula %s is shown in words or not at all', (expression, text) => {
  expect(formulaText(entity, expression, 'en')).toBe(text);
});
