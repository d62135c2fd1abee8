import { expect, test } from 'vitest';
import { sources, withoutComments } from './source.ts';

/** Files that lock rows, each in the order of locks (decision 43). */
const LOCKING = [
  // One person or one upload, which no other code locks together with other rows.
  'server/domain/identity/accounts.ts',
  'server/kernel/files/ownership.ts',
  // To-dos of one case, and marks, by id in one statement.
  'server/domain/mail/unread.ts',
  'server/kernel/write/markRows.ts',
  // Sets of rows, by id in one statement.
  'server/domain/premium/rows.ts',
  'server/kernel/read/byKey.ts',
  'server/kernel/write/locks.ts',
  'server/kernel/write/statements.ts',
];

test('only the listed modules lock rows, and none blocks new references to them (`for update`)', () => {
  const locking = sources(/^server\/.*\.ts$/).filter(({ text }) =>
    /\bfor (?:no key )?update\b|\.for(?:NoKey)?Update\(/i.test(withoutComments(text)),
  );
  expect(locking.map(({ path }) => path).toSorted()).toEqual(LOCKING.toSorted());
  expect(
    locking.filter(({ text }) => /\bfor update\b|\.forUpdate\(/i.test(withoutComments(text))).map(({ path }) => path),
  ).toEqual([]);
});
