import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { contentProblem } from '../content.ts';
import type { Inspection, InspectionResult } from './inspector.ts';

/** Program of a thread of `FileInspector`: reads each file from disk, inspects it, and reports its problem. */
parentPort!.on('message', ({ path, extension }: Inspection) => {
  readFile(path)
    .then((bytes) => contentProblem(bytes, extension))
    .then(
      (problem): InspectionResult => (problem ? { problem } : {}),
      (error: Error): InspectionResult => ({ failure: error.message }),
    )
    // the parent has no target origin
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    .then((result) => parentPort!.postMessage(result));
});
