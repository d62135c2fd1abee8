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
import { FEW_FIELDS, withUpload } from './upload.ts';

/** Uploads from one address within a minute: a whole office may stand behind one. */
const UPLOADS = { points: 300, seconds: 60 };
const LIMIT = { maxBytes: ATTACHMENT.maxBytes, tooLarge: ATTACHMENT_MESSAGE.tooLarge, ...FEW_FIELDS };
/**
 * Files of 7.5 MiB at most, for uploads and again for downloads: 200 take 1.5 GiB of the disk, 24 take 180 MiB of
 * memory.
 */
const AT_ONCE = { perPerson: 4, together: 200, inMemory: 24, waiting: 50 };
const MOST_DESCRIBED = 200;

/** Nothing in a file may run, load anything or be kept, whatever shows it. */
const SEALED = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'private, no-store' };

/** `/api/files`: uploads, and what the caller may read of them (api.md, "Entities"). */
export function fileRoutes(services: Services): Hono<Environment> {
  const { kernel, files, config } = services;
  const uploads = new Limit(kernel.pool, 'uploads', UPLOADS, ATTACHMENT_MESSAGE.tooMany);
  const [incoming, outgoing] = [
    new FileTurns(AT_ONCE, ATTACHMENT_MESSAGE.busy),
    new FileTurns(AT_ONCE, ATTACHMENT_MESSAGE.busy),
  ];
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .post('/', async (http) => {
      const context = contextOf(http);
      permitUpload(kernel, context);
      await uploads.count(callerAddress(http, config));
      const { userCde } = context.user;
      return incoming.receive(http, userCde, () =>
        withUpload(
          http,
          (upload) =>
            incoming.inMemory(http, userCde, async () => {
              // stored before the key is asked, so that no transaction waits for the storage; what a repeated call left
              // is swept
              const file = await files.receive(
                { ...upload, address: callerAddress(http, config) },
                context,
                STAFF_QUOTA,
              );
              return onceOnly(http, context, {
                allow: () => undefined,
                content: () => JSON.stringify([upload.hash, upload.name]),
                work: async () => answer(http, file, 201, ATTACHMENT_MESSAGE.uploaded),
              });
            }),
          LIMIT,
        ),
      );
    })
    .get('/', async (http) => {
      const ids = (http.req.query('id') ?? '').split(',').filter((id) => id !== '');
      if (ids.length > MOST_DESCRIBED)
        throw new Refusal('invalid', 'MSG_generic_0012', { max: MOST_DESCRIBED }, [
          { field: 'id', key: 'MSG_generic_0012', params: { max: MOST_DESCRIBED } },
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

/** Answers with a file, as soon as it is on the disk: its bytes do not stay in memory until a slow reader has them. */
async function sendFile(
  http: Http,
  { type, size, name }: StoredFile,
  bytes: Buffer,
  services: Services,
): Promise<Response> {
  let written: Promise<void> | undefined;
  const response = await download(http, { name, type, write: (out) => (written = finished(out.end(bytes))) }, services);
  // what goes wrong has ended the answer
  await written?.catch(() => undefined);
  const inline = http.req.query('preview') === 'true' && INLINE_TYPES.has(type);
  const headers = {
    ...SEALED,
    'content-length': String(size),
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
  };
  for (const [key, value] of Object.entries(headers)) response.headers.set(key, value);
  return response;
}
