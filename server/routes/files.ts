import { Hono } from 'hono';
import { finished } from 'node:stream/promises';
import { ATTACHMENT, ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import { Refusal } from '../errors.ts';
import { INLINE_TYPES } from '../kernel/files/content.ts';
import type { StoredFile } from '../kernel/files/storedFile.ts';
import { permitUpload } from '../kernel/files/permitUpload.ts';
import { STAFF_QUOTA } from '../kernel/files/quota.ts';
import { openContext } from '../kernel/kernel.ts';
import { Limit } from '../kernel/limit.ts';
import type { Services } from '../services.ts';
import { FileTurns } from './admission/fileTurns.ts';
import { answer } from './answer.ts';
import { callerAddress, callerOf } from './caller.ts';
import { contentDisposition } from './contentDisposition.ts';
import { download } from './download.ts';
import type { Environment, Http } from './environment.ts';
import { onceOnly } from './idempotency.ts';
import { FEW_FIELDS, withUpload, type Upload } from './upload.ts';

/** Uploads from one address within a minute; a whole office can share an address. */
const UPLOADS = { points: 300, seconds: 60 };
const LIMIT = { maxBytes: ATTACHMENT.maxBytes, tooLarge: ATTACHMENT_MESSAGE.tooLarge, ...FEW_FIELDS };
/**
 * Concurrent files, for uploads and again for downloads. Of files of up to 7.5 MiB, 200 take 1.5 GiB of the disk and 24
 * take 180 MiB of memory.
 */
const AT_ONCE = { perPerson: 4, together: 200, inMemory: 24, waiting: 50 };
const MAX_DESCRIBED = 200;

/** Headers of a file: its content must not run scripts, load anything or be cached. */
const FILE_HEADERS = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'private, no-store' };

/** `/api/files`: uploads and downloads of files. */
export function fileRoutes(services: Services): Hono<Environment> {
  const { kernel, files, config } = services;
  const outgoing = new FileTurns(AT_ONCE, ATTACHMENT_MESSAGE.busy);
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .post('/', uploadHandler(services))
    .get('/', async (http) => {
      const ids = (http.req.query('id') ?? '').split(',').filter((id) => id !== '');
      if (ids.length > MAX_DESCRIBED)
        throw new Refusal('invalid', 'MSG_generic_0012', { max: MAX_DESCRIBED }, [
          { field: 'id', key: 'MSG_generic_0012', params: { max: MAX_DESCRIBED } },
        ]);
      return answer(http, await files.describe(ids, contextOf(http)));
    })
    .get('/:id', (http) => {
      const context = contextOf(http);
      const { userCde } = context.user;
      return outgoing.send(http, userCde, () =>
        outgoing.inMemory(http, userCde, async () => {
          const { file, bytes } = await files.read(http.req.param('id'), context);
          return sendFile(http, file, bytes, services);
        }),
      );
    });
}

/** Handles the upload of one file, once for each Idempotency-Key. */
function uploadHandler({ kernel, files, config }: Services): (http: Http) => Promise<Response> {
  const uploads = new Limit(kernel.pool, 'uploads', UPLOADS, ATTACHMENT_MESSAGE.tooMany);
  const incoming = new FileTurns(AT_ONCE, ATTACHMENT_MESSAGE.busy);
  return async (http) => {
    const context = openContext(kernel, callerOf(http, config));
    permitUpload(kernel, context);
    const address = callerAddress(http, config);
    await uploads.count(address);
    const store = async (upload: Upload): Promise<Response> => {
      // stored before the key is claimed, so that no transaction waits for the storage; the file of a repeated call is
      // unused and swept
      const file = await files.receive({ ...upload, address }, context, STAFF_QUOTA);
      return onceOnly(http, context, {
        allow: () => undefined,
        content: () => JSON.stringify([upload.hash, upload.name]),
        work: async () => answer(http, file, 201, ATTACHMENT_MESSAGE.uploaded),
      });
    };
    const { userCde } = context.user;
    return incoming.receive(http, userCde, () =>
      withUpload(http, (upload) => incoming.inMemory(http, userCde, () => store(upload)), LIMIT),
    );
  };
}

/** Answers with a file once it is on the disk, so that its bytes do not stay in memory for a slow reader. */
async function sendFile(
  http: Http,
  { type, size, name }: StoredFile,
  bytes: Buffer,
  services: Services,
): Promise<Response> {
  let written: Promise<void> | undefined;
  const response = await download(http, { name, type, write: (out) => (written = finished(out.end(bytes))) }, services);
  // an error has already ended the answer
  await written?.catch(() => undefined);
  const inline = http.req.query('preview') === 'true' && INLINE_TYPES.has(type);
  const headers = {
    ...FILE_HEADERS,
    'content-length': String(size),
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
  };
  for (const [key, value] of Object.entries(headers)) response.headers.set(key, value);
  return response;
}
