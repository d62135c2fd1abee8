import { didYouMean } from '../nearest.ts';
import { pointer, type Problem } from '../problem.ts';

/** Collects the problems of one file, so that compilation goes on and the author sees all of them at once. */
export class Report {
  readonly #file: string;
  readonly #problems: Problem[];

  constructor(file: string, problems: Problem[]) {
    this.#file = file;
    this.#problems = problems;
  }

  add(path: readonly (string | number)[], message: string): void {
    this.#problems.push({ file: this.#file, path: path.reduce<string>(pointer, ''), message });
  }

  /** Reports a word that is not among `known`, with the nearest one that is. */
  unknown(path: readonly (string | number)[], what: string, word: string, known: Iterable<string>): void {
    this.add(path, `there is no ${what} "${word}"${didYouMean(word, known)}`);
  }
}
