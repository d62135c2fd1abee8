import { PassThrough, Readable } from 'node:stream';
import { CallerLeft } from '../kernel/transfer/callerLeft.ts';
import type { Services } from '../services.ts';
import { contentDisposition } from './contentDisposition.ts';
import type { Http } from './environment.ts';

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A download that has not moved for so long is broken off: it holds a database session. */
const STALLED_MS = 60_000;

/** Streams a file that `write` makes, at the pace at which the client takes it; a client that goes away or stalls stops the writing. */
export function download(http: Http, name: string, type: string, write: (out: PassThrough, signal: AbortSignal) => Promise<unknown>, { log }: Services): Response {
  const gone = new AbortController();
  const stalled = setTimeout(() => out.destroy(new Error('the reader stalled')), STALLED_MS);
  const out: PassThrough = new PassThrough({ transform: (chunk, _encoding, pass) => {
    stalled.refresh();
    pass(null, chunk);
  } });
  out.on('close', () => {
    clearTimeout(stalled);
    gone.abort();
  });
  write(out, gone.signal).catch((error: unknown) => {
    if (!gone.signal.aborted && !(error instanceof CallerLeft)) log.error({ err: error }, 'download broke off');
    out.destroy(error as Error);
  });
  return http.body(Readable.toWeb(out) as ReadableStream, 200, {
    'content-type': type,
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'no-store',
  });
}
