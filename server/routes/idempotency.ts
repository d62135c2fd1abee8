import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { build, prepared } from '../db/statement.ts';
import { Refusal, STATUS } from '../errors.ts';
import type { Context, Queryable } from '../kernel/context.ts';
import { refuse } from './answer.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';

type Key = { by: string; key: string };
type StoredAnswer = { requestHash: string; status: number; body: string };

const expiry = sql<string>`now() - interval '24 hours'`;
const deleteExpired = prepared()(() => build.deleteFrom('kernel.idempotency').where('at', '<', expiry));
const deleteExpiredKey = prepared<Key>()(($) =>
  build.deleteFrom('kernel.idempotency').where('by', '=', $('by')).where('key', '=', $('key')).where('at', '<', expiry),
);
const insertKey = prepared<Key & { requestHash: string }>()(($) =>
  build
    .insertInto('kernel.idempotency')
    .values({ by: $('by'), key: $('key'), requestHash: $('requestHash') })
    .onConflict((conflict) => conflict.doNothing()),
);
const selectAnswer = prepared<Key>()(($) =>
  build
    .selectFrom('kernel.idempotency')
    .select(['requestHash', 'status', 'body'])
    .where('by', '=', $('by'))
    .where('key', '=', $('key')),
);
const updateAnswer = prepared<Key & { status: number; body: string }>()(($) =>
  build
    .updateTable('kernel.idempotency')
    .set({ status: $('status'), body: $('body') })
    .where('by', '=', $('by'))
    .where('key', '=', $('key')),
);

/** Deletes answers that are older than a day. */
export async function sweepAnswers(db: Queryable): Promise<void> {
  await deleteExpired.run(db, {});
}

/**
 * Runs a POST at most once for each `Idempotency-Key`. A request without the header always runs.
 *
 * The first answer is stored for 24 hours and repeated. Key and writes commit in one transaction, so a retry waits for
 * the first call and never writes again, even if the connection of the first call broke.
 *
 * @param allow checks the caller's rights, also before a stored answer is repeated
 * @param content returns the content of the request, or a hash of it
 * @throws Refusal 409 for a key that was used with other content, 400 for an invalid key
 */
export async function onceOnly(
  http: Http,
  context: Context,
  {
    allow,
    content,
    work,
  }: { allow: (context: Context) => void; content: () => string; work: (context: Context) => Promise<Response> },
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
    const stored = await claimKey(inside, key, requestHash);
    if (stored) return { status: stored.status, text: stored.body };
    const response = await firstAnswer(http, inside, work);
    const body = await response.text();
    await updateAnswer.run(inside.db, { by: inside.user.userCde, key, status: response.status, body });
    return { status: response.status, text: body };
  });
  return http.body(text, status as 200, { 'content-type': 'application/json; charset=UTF-8' });
}

/** Reserves the key for this request. @returns the stored answer if the key was used before */
async function claimKey({ db, user }: Context, key: string, requestHash: string): Promise<StoredAnswer | undefined> {
  const by = user.userCde;
  await deleteExpiredKey.run(db, { by, key });
  if ((await insertKey.run(db, { by, key, requestHash })) > 0) return undefined;
  const stored = (await selectAnswer.first(db, { by, key })) as StoredAnswer;
  if (stored.requestHash !== requestHash) throw new Refusal('conflict', 'MSG_generic_0027');
  return stored;
}

/** Runs the first request with a key. A refusal is an answer to store too, but its writes are rolled back. */
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
