import { expect, test } from 'vitest';
import { checkedItems } from '../../../web/records/detail/checklist.ts';
import { entityOf, fieldOf } from '../language/model.ts';

const label = (en: string) => ({ en, zh: en });
const item = (when: string) => ({ label: label(when), when, field: 'paid' });
const close = { action: 'close', label: label('Close'), from: ['Open'], to: 'Closed' };
const entity = entityOf('case', [fieldOf('status', 'choice'), fieldOf('paid', 'yesNo')], {
  machines: [{ field: 'status', use: 'life', spec: [], initial: 'Open', states: [], transitions: [close] }],
  form: {
    columns: 2,
    show: {},
    checklist: { label: label('To close'), operation: 'close', items: [item('paid'), item('received')] },
  },
});
const row = (enabled: boolean, status = 'Open') => ({
  status,
  _actions: [{ name: 'close', enabled, reason: enabled ? null : 'Somebody else works on it' }],
});
const doneOf = (...done: string[]) => checkedItems(entity, row(false), (when) => done.includes(when!));

test('each item is done or not, by its condition', () => {
  expect(doneOf('paid')?.items.map(({ when, isDone }) => [when, isDone])).toEqual([
    ['paid', true],
    ['received', false],
  ]);
});

test('a reason that no item lists is shown once all items are done', () => {
  expect([doneOf('paid')?.reason, doneOf('paid', 'received')?.reason]).toEqual([
    undefined,
    'Somebody else works on it',
  ]);
  expect(checkedItems(entity, row(true), () => true)).toMatchObject({ isPossible: true });
  expect(checkedItems(entity, row(true), () => true)).not.toHaveProperty('reason');
});

test('nothing is listed without a checklist, or once the operation was run', () => {
  expect(checkedItems(entity, row(false, 'Closed'), () => true)).toBeUndefined();
  expect(checkedItems({ ...entity, form: { columns: 2, show: {} } }, row(false), () => true)).toBeUndefined();
});
