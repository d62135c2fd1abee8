import { Readable, type Writable } from 'node:stream';
import { Refusal } from '../errors.ts';
import { CallerDisconnected } from '../spreadsheet/callerDisconnected.ts';
import type { Services } from '../services.ts';
import { contentDisposition } from './contentDisposition.ts';
import type { Http } from './environment.ts';

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Answers with a file that `write` makes. It is written to the disk as fast as it comes and sent at the pace of its
 * reader, so that a slow reader holds no database session. A reader that goes away, or is too slow, stops the writing.
 *
 * @throws Refusal 429 while the person has too many downloads that are not yet read, 503 while all persons together
 *   have
 */
export async function download(
  http: Http,
  {
    name,
    type,
    write,
  }: { name: string; type: string; write: (out: Writable, signal: AbortSignal) => Promise<unknown> },
  { log, spools }: Services,
): Promise<Response> {
  const { outgoing } = http.env;
  const spool = await spools.open(http.get('session').user.userCde, () => outgoing.destroy());
  // half a file must not pass for a whole one
  spool.in.on('error', () => outgoing.destroy());
  const gone = new AbortController();
  spool.out.on('close', () => {
    if (!spool.in.writableFinished) gone.abort();
  });
  const written = write(spool.in, gone.signal).catch((error: unknown) => {
    spool.in.destroy();
    if (outgoing.destroyed || gone.signal.aborted) return;
    log[error instanceof CallerDisconnected || error instanceof Refusal ? 'warn' : 'error'](
      { err: error, requestId: http.get('requestId'), path: http.req.path },
      'download broke off',
    );
    outgoing.destroy();
  });
  http.get('heavyCall')?.keepUntil(written);
  return http.body(Readable.toWeb(spool.out) as ReadableStream, 200, {
    'content-type': type,
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'no-store',
  });
}
