import { beforeAll, describe, expect, test } from 'vitest';
import type { SchemaProblem } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';
import { problemsOf } from './schemaFixture.ts';

/** A schema file of the entity "crane" with one error, and the one problem that the compiler must report. */
export type BrokenSchema = [name: string, file: Raw | string, path: string, message: string | RegExp];

/** A message without its list of existing names. */
const withoutNames = (message: string): string => message.replace(/; (?:there are|it has): .*$/, '');

/**
 * Expects the compiler to refuse each file at its path with its message.
 * All files are compiled as one folder, each under its own name: an error in one must not hide that in another.
 */
export function describeRefusals(cases: readonly BrokenSchema[]): void {
  describe('refuses', () => {
    const nameOf = (index: number) => `crane-${index}`;
    const files = () =>
      Object.fromEntries(
        cases.map(([, file], index) => [
          `yard/${nameOf(index)}.json`,
          (typeof file === 'string' ? file : JSON.stringify(file)).replaceAll('"crane"', `"${nameOf(index)}"`),
        ]),
      );
    let problems: readonly SchemaProblem[];
    beforeAll(() => {
      problems = problemsOf(files());
    });

    test.each(cases.map(([name, , path, message], index) => ({ name, path, message, index })))(
      '$name',
      ({ path, message, index }) => {
        const own = problems.filter(({ file }) => file === `yard/${nameOf(index)}.json`);
        expect(
          own.map((problem) => problem.path),
          JSON.stringify(own),
        ).toEqual([path]);
        expect(withoutNames(own[0]!.message.replaceAll(nameOf(index), 'crane'))).toEqual(
          typeof message === 'string' ? message : expect.stringMatching(message),
        );
      },
    );

    test('nothing else', () => {
      expect(problems).toHaveLength(cases.length);
    });
  });
}
