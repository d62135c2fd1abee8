import { createHash } from 'node:crypto';
import { Refusal, STATUS } from '../errors.ts';
import type { Context, Queryable } from '../kernel/context.ts';
import { refuse } from './answer.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';

/** Forgets the answers that need be given no more. */
export async function sweepAnswers(db: Queryable): Promise<void> {
  await db.query({ text: `delete from kernel.idempotency where at < now() - interval '24 hours'` });
}

type Kept = { requestHash: string; status: number; body: string };

/**
 * Runs a POST that may carry an `Idempotency-Key`. With one, the first answer is kept for 24 hours and given again. The
 * key and what is written commit together: a second try waits for the first and never writes again, whatever was cut
 * off.
 *
 * @param allow refuses who may not do this, or no longer: a kept answer is for those who still may
 * @param content tells what the request says, as text or a hash of it, where it is asked: another content under the
 *   same key is refused
 * @throws Refusal (409) for a key that came with another content
 */
export async function onceOnly(
  http: Http,
  context: Context,
  allow: (context: Context) => void,
  content: () => string,
  work: (context: Context) => Promise<Response>,
): Promise<Response> {
  const key = headerOf(http, 'idempotency-key');
  if (key === undefined) return work(context);
  if (key.length === 0 || key.length > 200) throw new Refusal('invalid', 'MSG_generic_0026');
  allow(context);
  const requestHash = createHash('sha256')
    .update(`${http.req.method} ${http.req.url.slice(http.req.url.indexOf(http.req.path))} ${content()}`)
    .digest('hex');
  const { status, text } = await context.transaction(async (inside) => {
    inside.locks?.enter(`idempotency ${inside.user.userCde} ${key}`);
    const kept = await claimKey(inside, key, requestHash);
    if (kept) return { status: kept.status, text: kept.body };
    const response = await firstAnswer(http, inside, work);
    const body = await response.text();
    await inside.db.query({
      text: 'update kernel.idempotency set status = $3, body = $4 where "by" = $1 and key = $2',
      values: [inside.user.userCde, key, response.status, body],
    });
    return { status: response.status, text: body };
  });
  return http.body(text, status as 200, { 'content-type': 'application/json; charset=UTF-8' });
}

/** Takes the key for this request; answers what is kept under it when somebody did before. */
async function claimKey({ db, user }: Context, key: string, requestHash: string): Promise<Kept | undefined> {
  await db.query({
    text: `delete from kernel.idempotency where "by" = $1 and key = $2 and at < now() - interval '24 hours'`,
    values: [user.userCde, key],
  });
  const claimed = await db.query({
    text: 'insert into kernel.idempotency ("by", key, "requestHash") values ($1, $2, $3) on conflict do nothing returning key',
    values: [user.userCde, key, requestHash],
  });
  if (claimed.rows.length > 0) return undefined;
  const { rows } = await db.query({
    text: 'select "requestHash", status, body from kernel.idempotency where "by" = $1 and key = $2',
    values: [user.userCde, key],
  });
  const kept = rows[0] as Kept;
  if (kept.requestHash !== requestHash) throw new Refusal('conflict', 'MSG_generic_0027');
  return kept;
}

/** A refusal is an answer to keep as well, but nothing of what was refused may stay. */
async function firstAnswer(
  http: Http,
  context: Context,
  work: (context: Context) => Promise<Response>,
): Promise<Response> {
  try {
    return await context.separately(work);
  } catch (error) {
    if (!(error instanceof Refusal) || STATUS[error.family] >= 500) throw error;
    return refuse(http, error);
  }
}
