import { readFileSync } from 'node:fs';
import { isSafePattern } from 'redos-detector';
import { describe, expect, test } from 'vitest';
import { paths } from '../architecture/source.ts';

/** Every pattern of a field or expression in the schemas, with the first file that has it. */
function patternsOfSchemas(): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, file: string, key = ''): void => {
    if (typeof value === 'string') {
      // The pattern of a running number (`x-number`) is no regular expression.
      const own = key === 'pattern' && !value.includes('{seq') ? [value] : [];
      for (const pattern of [...own, ...[...value.matchAll(/matches\("([^"]*)"\)/g)].map(([, text]) => text!)])
        if (!found.has(pattern)) found.set(pattern, file);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, file, name);
  };
  for (const file of paths().filter((path) => /^(?:schemas|tests\/fixtures\/schemas)\/(?!meta\/).*\.json$/.test(path)))
    walk(JSON.parse(readFileSync(file, 'utf8')), file);
  return found;
}

/** Every named pattern for a whole text in the product's code. */
function patternsOfCode(): Map<string, string> {
  const files = paths().filter((path) => /^(?:server|generator\/language)\/.*\.ts$/.test(path));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/const [A-Z_]+ = \/(\^.+)\/[a-z]*;/g)].map(
        ([, pattern]): [string, string] => [pattern!, file],
      ),
    ),
  );
}

/** Whether a pattern needs no exponential backtracking. */
const isSafe = (pattern: string): boolean => isSafePattern(pattern, { unicode: true, timeout: 60_000 }).safe;

describe('matches every text quickly', () => {
  test.each([...patternsOfSchemas()].map(([pattern, file]) => [file, pattern]))('%s: %s', (_, pattern) => {
    expect(isSafe(pattern)).toBe(true);
  });

  test.each([...patternsOfCode()].map(([pattern, file]) => [file, pattern]))('%s: %s', (_, pattern) => {
    expect(isSafe(pattern)).toBe(true);
  });
});

test.each(['^(a+)+$', '^[^@]+@[^@]+\\.[^@]+(;[^@]+@[^@]+\\.[^@]+)*$', '^a*a*$'])('%s would not', (pattern) => {
  expect(isSafe(pattern)).toBe(false);
});

test('accepts and refuses mail addresses as before', () => {
  const pattern = [...patternsOfSchemas().keys()].find((one) => one.includes('@'))!;
  for (const valid of ['a@b.c', 'a@b.c.d; e@f.g', 'first.last@example.com.cn;x@y.z', 'a@.b.c', 'a@b..c'])
    expect(new RegExp(pattern, 'u').test(valid), valid).toBe(true);
  for (const invalid of ['a', 'a@b', 'a@b.', 'a@.b', 'a@b.c;', 'a@b.c, d@e.f', 'a b@c.d', 'a@b.c;;d@e.f'])
    expect(new RegExp(pattern, 'u').test(invalid), invalid).toBe(false);
});
