import type { Readable } from 'node:stream';

/** Minimum of bytes of a body that must arrive in each period. */
export interface Pace {
  bytes: number;
  periodMs: number;
}

/** 2 KiB a second. A slower sender could not send even a small file within the five minutes of a request. */
const MIN_PACE: Pace = { bytes: 61_440, periodMs: 30_000 };

/** A body that arrived too slowly. */
export class BodyTooSlow extends Error {}

/** Yields the chunks of a body. @throws BodyTooSlow if too few bytes arrived in a period */
export async function* enforcePace(body: Readable, { bytes, periodMs }: Pace = MIN_PACE): AsyncGenerator<Buffer> {
  let received = 0;
  const timer = setInterval(() => {
    if (received < bytes) body.destroy(new BodyTooSlow());
    received = 0;
  }, periodMs).unref();
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(timer);
  }
}
