import { expect, test } from 'vitest';
import type { Outcome } from '../../../web/records/operations/outcome.ts';
import { refusalOfRows } from '../../../web/records/operations/refusalOfRows.ts';

const refused = (id: string, message: string, field?: string): Outcome => ({
  id,
  ok: false,
  key: 'MSG_x',
  message,
  ...(field !== undefined && { field }),
});

test('rows that are refused together keep the dialog: a reason stands once at its input, others name their row', () => {
  const { problems, errors, warnings } = refusalOfRows(
    [
      refused('1', 'Choose one', 'officer'),
      refused('2', 'Choose one', 'officer'),
      refused('3', 'It is closed', 'status'),
    ],
    [{ name: 'officer' }, { name: 'reason' }],
    (id) => `C${id}`,
  );
  expect([...problems]).toEqual([['officer', [{ key: '', params: {}, message: 'Choose one' }]]]);
  expect(errors).toEqual([{ text: 'C3: It is closed' }]);
  expect(warnings).toEqual([]);
});
