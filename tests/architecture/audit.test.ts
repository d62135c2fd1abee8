import { expect, test } from 'vitest';
import { sources, withoutComments } from './source.ts';

test('one file writes audit lines', () => {
  const writing = sources(/^(?:generator|server|bench)\/.*\.ts$/).filter(({ text }) =>
    /\binsert into kernel\.audit\b/i.test(withoutComments(text)),
  );
  expect(writing.map(({ path }) => path)).toEqual(['server/kernel/write/audit.ts']);
});
