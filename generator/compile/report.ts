import { nearestOrAll } from './nearest.ts';
import { appendKey, type SchemaProblem } from './problem.ts';

/** Collects the problems of one file, so that an author sees all of them at once. */
export class Report {
  readonly #file: string;
  readonly #problems: SchemaProblem[];
  readonly #at: string;

  constructor(file: string, problems: SchemaProblem[], at = '') {
    this.#file = file;
    this.#problems = problems;
    this.#at = at;
  }

  /** A report for a part of the file; its paths are relative to that part. */
  within(path: readonly (string | number)[]): Report {
    return new Report(this.#file, this.#problems, path.reduce<string>(appendKey, this.#at));
  }

  add(path: readonly (string | number)[], message: string): void {
    this.#problems.push({ file: this.#file, path: path.reduce<string>(appendKey, this.#at), message });
  }

  /**
   * Reports a word that is not in `known`, and suggests the most similar one.
   *
   * @param what noun of the message, such as `field`, or `field of crane`
   */
  unknown(path: readonly (string | number)[], what: string, word: string, known: Iterable<string>): void {
    const [, part, owner, more = ''] = /^(.+?) of (\S+)( .+)?$/.exec(what) ?? [];
    if (owner === undefined) this.add(path, `there is no ${what} "${word}"${nearestOrAll(word, known, 'there are')}`);
    else this.add(path, `${owner} has no ${part}${more} "${word}"${nearestOrAll(word, known, 'it has')}`);
  }
}
