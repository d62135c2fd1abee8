import { expect, test } from 'vitest';
import { sources } from './source.ts';

test('the current time comes from the database (decision 55)', () => {
  const own = sources(/^server\/(?:kernel|domain|routes)\/.*\.ts$/).flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /\bDate\.now\(\)|\bnew Date\(\)|\btoday\([^,()]*\)/.test(line) && !line.trimStart().startsWith('*')
          ? [`${path}:${index + 1}`]
          : [],
      ),
  );
  expect(own).toEqual([]);
});
