import { nearestOrAll } from './nearest.ts';
import { pointer, type Problem } from './problem.ts';

/** Collects the problems of one file, so that compilation continues and the author sees all of them at once. */
export class Report {
  readonly #file: string;
  readonly #problems: Problem[];

  readonly #at: string;

  constructor(file: string, problems: Problem[], at = '') {
    this.#file = file;
    this.#problems = problems;
    this.#at = at;
  }

  /** Returns a report for a part of the file; its paths are relative to that part. */
  within(path: readonly (string | number)[]): Report {
    return new Report(this.#file, this.#problems, path.reduce<string>(pointer, this.#at));
  }

  add(path: readonly (string | number)[], message: string): void {
    this.#problems.push({ file: this.#file, path: path.reduce<string>(pointer, this.#at), message });
  }

  /**
   * Reports a name that is not among `known`, with the nearest one. @param what such as `field`, or `field of crane`
   */
  unknown(path: readonly (string | number)[], what: string, word: string, known: Iterable<string>): void {
    const [, part, owner, more = ''] = /^(.+?) of (\S+)( .+)?$/.exec(what) ?? [];
    if (owner === undefined) this.add(path, `there is no ${what} "${word}"${nearestOrAll(word, known, 'there are')}`);
    else this.add(path, `${owner} has no ${part}${more} "${word}"${nearestOrAll(word, known, 'it has')}`);
  }
}
