import type { Reporter, TestCase } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** the results for the entity of a test in one line */
    summary?: string;
  }
}

/** Writes a line to standard error as each entity ends. */
export class Progress implements Reporter {
  #ended = 0;

  onTestCaseResult(test: TestCase): void {
    const { summary } = test.meta();
    if (summary === undefined) return;
    this.#ended += 1;
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000);
    process.stderr.write(`${String(this.#ended).padStart(4)}  ${test.name}: ${summary} (${seconds} s)\n`);
  }
}
