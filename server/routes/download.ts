import { Readable, type Writable } from 'node:stream';
import { Refusal } from '../errors.ts';
import { CallerDisconnected } from '../spreadsheet/callerDisconnected.ts';
import type { Services } from '../services.ts';
import { contentDisposition } from './contentDisposition.ts';
import type { Http } from './environment.ts';

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Answers with a file that `write` produces. The file is spooled on disk, so that a slow reader does not occupy a
 * database session. If the reader disconnects or is too slow, the signal of `write` aborts.
 *
 * @throws Refusal 429 if the person has too many unfinished downloads, 503 if all persons together have too many
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
  // cuts the connection, so that the reader does not take an incomplete file for a complete one
  spool.in.on('error', () => outgoing.destroy());
  const disconnect = new AbortController();
  spool.out.on('close', () => {
    if (!spool.in.writableFinished) disconnect.abort();
  });
  const written = write(spool.in, disconnect.signal).catch((error: unknown) => {
    spool.in.destroy();
    if (outgoing.destroyed || disconnect.signal.aborted) return;
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
