import { expect, test } from 'vitest';
import { parseChildField, printChildField } from '../../../generator/language/childField.ts';

test.each([
  ['bill-line[0].chargeId', { child: 'bill-line', index: 0, field: 'chargeId' }],
  ['stage_2[12].dueDate', { child: 'stage_2', index: 12, field: 'dueDate' }],
  ['case[1].paid-charge[3].amount', { child: 'case', index: 1, field: 'paid-charge[3].amount' }],
])('%s names a field of a child', (text, field) => {
  expect(parseChildField(text)).toEqual(field);
  expect(printChildField(field)).toBe(text);
});

test.each(['', 'chargeId', 'bill-line', 'bill-line[0]', 'bill-line[0].', 'bill-line[x].chargeId', '[0].chargeId'])(
  '%j names no field of a child',
  (text) => {
    expect(parseChildField(text)).toBeUndefined();
  },
);
