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
import { FEW_FIELDS, withUpload, type Upload } from './upload.ts';

/** Limits of the calls of one caller within an hour: requests for codes, and calls with a code. */
const CODES = { points: 30, seconds: 3600 };
const TRIES = { points: 100, seconds: 3600 };
const TOO_MANY = 'MSG_account_0208';
/** Low limits, so that outsiders do not take the capacity that staff need. */
const SCANS_AT_ONCE = { perPerson: 2, together: 30, inMemory: 6, waiting: 6 };
const SCAN = { maxBytes: ATTACHMENT.maxBytes, tooLarge: ATTACHMENT_MESSAGE.tooLarge, ...FEW_FIELDS };

/** Calls of people without an account or without access to theirs, which need no token. */
export function outsiderRoutes(services: Services): Hono<Environment> {
  const { accounts, outsiders, kernel, config } = services;
  const codes = new Limit(kernel.pool, 'codes', CODES, TOO_MANY);
  const tries = new Limit(kernel.pool, 'outsiders', TRIES, TOO_MANY);
  /** Reads the payload, and counts the call against the limit of its caller. */
  const readCounted = async (limit: Limit, http: Http) => {
    const payload = await readObject(http);
    const caller = await outsiders.callerFor(payload['mail'], callSourceOf(http, config));
    await limit.count(caller.id);
    return { payload, caller };
  };
  const contextOf = (http: Http) => outsiderContext(http, services);
  return new Hono<Environment>()
    .post('/account/verificationCode', async (http) => {
      const { payload, caller } = await readCounted(codes, http);
      const purpose = await outsiders.sendCode(payload, contextOf(http), caller);
      return answer(http, null, 200, purpose === 'reset' ? 'MSG_account_0202' : 'MSG_account_0201');
    })
    .post('/account/register', async (http) => {
      const { payload, caller } = await readCounted(tries, http);
      await outsiders.register(payload, contextOf(http), caller);
      return answer(http, null, 201, 'MSG_account_0210');
    })
    .post('/account/resetPassword', async (http) => {
      const { payload, caller } = await readCounted(tries, http);
      const userCde = await outsiders.resetPassword(payload, contextOf(http), caller);
      setDeviceCookie(http, config, await accounts.trust(userCde, callSourceOf(http, config)));
      return answer(http, null, 200, 'MSG_account_0211');
    })
    .post('/account/companySubmission/file', scanUpload(services, tries))
    .post('/account/companySubmission', async (http) => {
      const { payload, caller } = await readCounted(tries, http);
      await outsiders.submitCompany(payload, contextOf(http), caller);
      return answer(http, null, 201, 'MSG_account_0212');
    });
}

/** The system context in the language of the request. */
const outsiderContext = (http: Http, { kernel }: Services): Context => ({
  ...systemContext(kernel, { requestId: http.get('requestId') }),
  language: http.get('language'),
});

/** Handles the upload of a scan for a company's submission. @param tries counts the calls of an address */
function scanUpload(services: Services, tries: Limit): (http: Http) => Promise<Response> {
  const { outsiders, config } = services;
  const turns = new FileTurns(SCANS_AT_ONCE, ATTACHMENT_MESSAGE.busy);
  return async (http) => {
    const address = callerAddress(http, config);
    await tries.count(address);
    const store = async (upload: Upload): Promise<Response> => {
      const caller = await outsiders.callerFor(upload.fields['mail'], callSourceOf(http, config));
      const scan = await turns.inMemory(http, address, () =>
        outsiders.receiveScan(upload.fields, { ...upload, address }, outsiderContext(http, services), caller),
      );
      return answer(http, scan, 201, ATTACHMENT_MESSAGE.uploaded);
    };
    return turns.receive(http, address, () => withUpload(http, store, SCAN));
  };
}
