import { readFileSync } from 'node:fs';
import { isSafePattern } from 'redos-detector';
import { describe, expect, test } from 'vitest';
import { paths } from '../architecture/source.ts';

/** Every pattern that a schema gives a field, or an expression matches a text with, and the file that has it first. */
function patternsOfSchemas(): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, file: string, key = ''): void => {
    if (typeof value === 'string') {
      // a running number (`x-number`) has a pattern of another kind
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

/** Every pattern for a whole text that the product's own code gives a name. */
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

/** Whether a text can be judged without trying the same part of it in many ways. */
const isSafe = (pattern: string): boolean => isSafePattern(pattern, { unicode: true, timeout: 60_000 }).safe;

describe('no text takes long to be judged by', () => {
  test.each([...patternsOfSchemas()].map(([pattern, file]) => [file, pattern]))('%s: %s', (_, pattern) => {
    expect(isSafe(pattern)).toBe(true);
  });

  test.each([...patternsOfCode()].map(([pattern, file]) => [file, pattern]))('%s: %s', (_, pattern) => {
    expect(isSafe(pattern)).toBe(true);
  });
});

test.each(['^(a+)+$', '^[^@]+@[^@]+\\.[^@]+(;[^@]+@[^@]+\\.[^@]+)*$', '^a*a*$'])('%s would', (pattern) => {
  expect(isSafe(pattern)).toBe(false);
});

test('addresses of mail are judged as before', () => {
  const pattern = [...patternsOfSchemas().keys()].find((one) => one.includes('@'))!;
  for (const valid of ['a@b.c', 'a@b.c.d; e@f.g', 'first.last@example.com.cn;x@y.z', 'a@.b.c', 'a@b..c'])
    expect(new RegExp(pattern, 'u').test(valid), valid).toBe(true);
  for (const invalid of ['a', 'a@b', 'a@b.', 'a@.b', 'a@b.c;', 'a@b.c, d@e.f', 'a b@c.d', 'a@b.c;;d@e.f'])
    expect(new RegExp(pattern, 'u').test(invalid), invalid).toBe(false);
});
