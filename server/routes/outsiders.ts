import { Hono } from 'hono';
import { ATTACHMENT, ATTACHMENT_MESSAGE } from '../../generator/language/attachment.ts';
import type { Context } from '../kernel/context.ts';
import { Limit } from '../kernel/limit.ts';
import { systemContext } from '../domain/identity/system.ts';
import type { Services } from '../services.ts';
import { FileTurns } from './admission/fileTurns.ts';
import { answer } from './answer.ts';
import { readObject } from './body.ts';
import { callerAddress } from './caller.ts';
import { callSourceOf, setDeviceCookie } from './callSource.ts';
import type { Environment, Http } from './environment.ts';
import { FEW_FIELDS, withUpload } from './upload.ts';

/** Calls from one address within an hour: codes, and what comes with one. */
const CODES = { points: 30, seconds: 3600 };
const TRIES = { points: 100, seconds: 3600 };
const TOO_MANY = 'MSG_account_0208';
/** Few, so that outsiders never take what staff need. */
const SCANS_AT_ONCE = { perPerson: 2, together: 30, inMemory: 6, waiting: 6 };
const SCAN = { maxBytes: ATTACHMENT.maxBytes, tooLarge: ATTACHMENT_MESSAGE.tooLarge, ...FEW_FIELDS };

/** The calls of people who have no account, or cannot get into it (api.md, "Session"): none needs a token. */
export function outsiderRoutes({ accounts, outsiders, kernel, config }: Services): Hono<Environment> {
  const codes = new Limit(kernel.pool, 'codes', CODES, TOO_MANY);
  const tries = new Limit(kernel.pool, 'outsiders', TRIES, TOO_MANY);
  const turns = new FileTurns(SCANS_AT_ONCE, ATTACHMENT_MESSAGE.busy);
  const callerFor = (http: Http, given: Record<string, unknown>) =>
    outsiders.callerFor(given['mail'], callSourceOf(http, config));
  /** What a call sends, and who calls, counted for the limit. */
  const read = async (limit: Limit, http: Http) => {
    const given = await readObject(http);
    const caller = await callerFor(http, given);
    await limit.count(caller.id);
    return { given, caller };
  };
  const contextOf = (http: Http): Context => ({
    ...systemContext(kernel, { requestId: http.get('requestId') }),
    language: http.get('language'),
  });
  return new Hono<Environment>()
    .post('/account/verificationCode', async (http) => {
      const { given, caller } = await read(codes, http);
      const purpose = await outsiders.sendCode(given, contextOf(http), caller);
      return answer(http, null, 200, purpose === 'reset' ? 'MSG_account_0202' : 'MSG_account_0201');
    })
    .post('/account/register', async (http) => {
      const { given, caller } = await read(tries, http);
      await outsiders.register(given, contextOf(http), caller);
      return answer(http, null, 201, 'MSG_account_0210');
    })
    .post('/account/resetPassword', async (http) => {
      const { given, caller } = await read(tries, http);
      const userCde = await outsiders.resetPassword(given, contextOf(http), caller);
      setDeviceCookie(http, config, await accounts.trust(userCde, callSourceOf(http, config)));
      return answer(http, null, 200, 'MSG_account_0211');
    })
    .post('/account/companySubmission/file', async (http) => {
      const address = callerAddress(http, config);
      await tries.count(address);
      return turns.receive(http, address, () =>
        withUpload(
          http,
          async (upload) => {
            const caller = await callerFor(http, upload.fields);
            const scan = await turns.inMemory(http, address, () =>
              outsiders.receiveScan(upload.fields, { ...upload, address }, contextOf(http), caller),
            );
            return answer(http, scan, 201, ATTACHMENT_MESSAGE.uploaded);
          },
          SCAN,
        ),
      );
    })
    .post('/account/companySubmission', async (http) => {
      const { given, caller } = await read(tries, http);
      await outsiders.submitCompany(given, contextOf(http), caller);
      return answer(http, null, 201, 'MSG_account_0212');
    });
}
