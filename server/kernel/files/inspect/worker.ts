import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { contentProblem } from '../content.ts';
import type { Inspection, Verdict } from './inspector.ts';

/** The thread that inspects files, one after the other: it reads each from disk and reports its problem. */
parentPort!.on('message', ({ path, extension }: Inspection) => {
  readFile(path)
    .then((bytes) => contentProblem(bytes, extension))
    .then(
      (problem): Verdict => (problem ? { problem } : {}),
      (error: Error): Verdict => ({ failure: error.message }),
    )
    // the parent has no target origin
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    .then((verdict) => parentPort!.postMessage(verdict));
});
