import { Hono } from 'hono';
import { ATTACHMENT, ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import { Refusal } from '../errors.ts';
import { SHOWN_INLINE } from '../kernel/files/content.ts';
import { permitUpload } from '../kernel/files/permitUpload.ts';
import { STAFF_QUOTA } from '../kernel/files/quota.ts';
import { openContext } from '../kernel/kernel.ts';
import { Limit } from '../kernel/limit.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerAddress, callerOf } from './caller.ts';
import { contentDisposition } from './contentDisposition.ts';
import type { Environment, Http } from './environment.ts';
import { onceOnly } from './idempotency.ts';
import { TransferSlots } from './transferSlots.ts';
import { FEW_FIELDS, withUpload } from './upload.ts';

/** Uploads from one address within a minute: a whole office may stand behind one. */
const UPLOADS = { points: 300, seconds: 60 };
const LIMIT = { maxBytes: ATTACHMENT.maxBytes, tooLarge: ATTACHMENT_MESSAGE.tooLarge, ...FEW_FIELDS };
/** 24 files of 7.5 MiB at most, twice: on disk or in memory while they come, in memory until they are gone. */
const UPLOADS_AT_ONCE = { running: 24, runningEach: 4, waiting: 200, waitingEach: 50 };
const DOWNLOADS_AT_ONCE = { running: 24, runningEach: 4, waiting: 200, waitingEach: 50 };
const MOST_DESCRIBED = 200;

/** Nothing in a file may run, load anything or be kept, whatever shows it. */
const SEALED = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'private, no-store' };

/** `/api/files`: uploads, and what the caller may read of them (api.md, "Entities"). */
export function fileRoutes({ kernel, files, config }: Services): Hono<Environment> {
  const uploads = new Limit(kernel.pool, 'uploads', UPLOADS, ATTACHMENT_MESSAGE.tooMany);
  const [uploadSlots, downloadSlots] = [new TransferSlots(UPLOADS_AT_ONCE), new TransferSlots(DOWNLOADS_AT_ONCE)];
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  return new Hono<Environment>()
    .post('/', async (http) => {
      const context = contextOf(http);
      permitUpload(kernel, context);
      await uploads.count(callerAddress(http, config));
      return uploadSlots.run(context.user.userCde, () => withUpload(http, async (upload) => {
        // stored before the key is asked, so that no transaction waits for the storage; what a repeated call left is swept
        const file = await files.receive({ ...upload, address: callerAddress(http, config) }, context, STAFF_QUOTA);
        return onceOnly(http, context, () => undefined, () => JSON.stringify([upload.hash, upload.name]), async () => answer(http, file, 201, ATTACHMENT_MESSAGE.uploaded));
      }, LIMIT));
    })
    .get('/', async (http) => {
      const ids = (http.req.query('id') ?? '').split(',').filter((id) => id !== '');
      if (ids.length > MOST_DESCRIBED) throw new Refusal('invalid', 'MSG_generic_0012', { max: MOST_DESCRIBED }, [{ field: 'id', key: 'MSG_generic_0012', params: { max: MOST_DESCRIBED } }]);
      return answer(http, await files.describe(ids, contextOf(http)));
    })
    .get('/:id', async (http) => {
      const context = contextOf(http);
      const release = await downloadSlots.take(context.user.userCde);
      // the bytes stay in memory until the caller has taken them or left
      if (http.env.outgoing.closed) release();
      else http.env.outgoing.once('close', release);
      const { file, bytes } = await files.read(http.req.param('id'), context);
      const inline = http.req.query('preview') === 'true' && SHOWN_INLINE.has(file.type);
      return http.body(new Uint8Array(bytes), 200, { ...SEALED, 'content-type': file.type, 'content-length': String(file.size), 'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name) });
    });
}
