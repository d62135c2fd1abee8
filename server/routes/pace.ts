import type { Readable } from 'node:stream';

/** The least that a body brings within a period. */
export interface Pace {
  bytes: number;
  periodMs: number;
}

/** 2 KiB a second: below this not even a small file would arrive within the five minutes that a request may take. */
export const LEAST_PACE: Pace = { bytes: 61_440, periodMs: 30_000 };

/** A body that came more slowly than `LEAST_PACE`. */
export class BodyTooSlow extends Error {}

/** The chunks of a body as they come. @throws BodyTooSlow where a period brought too little */
export async function* keepingPace(body: Readable, { bytes, periodMs }: Pace = LEAST_PACE): AsyncGenerator<Buffer> {
  let came = 0;
  const watch = setInterval(() => {
    if (came < bytes) body.destroy(new BodyTooSlow());
    came = 0;
  }, periodMs).unref();
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      came += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(watch);
  }
}
