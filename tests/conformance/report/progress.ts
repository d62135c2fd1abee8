import type { Reporter, TestCase } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** what came out for the entity of a test, for the line of progress */
    outcome?: string;
  }
}

/** Writes a line to standard error as each entity ends. */
export class Progress implements Reporter {
  #ended = 0;

  onTestCaseResult(test: TestCase): void {
    const { outcome } = test.meta();
    if (outcome === undefined) return;
    this.#ended += 1;
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000);
    process.stderr.write(`${String(this.#ended).padStart(4)}  ${test.name}: ${outcome} (${seconds} s)\n`);
  }
}
