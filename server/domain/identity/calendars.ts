import { createHash, randomBytes } from 'node:crypto';
import { databaseDate } from '../../db/clock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Language } from '../../config.ts';
import type { Context, User } from '../../kernel/context.ts';
import { languageOf, liveUsers, userOf } from './users.ts';

/**
 * The secret addresses of people's calendars of deadlines (domain/litigation.md, 4). A person has at most one address;
 * the database stores only the hash of its secret.
 */

/** Session of the database. */
type Db = Context['db'];

/** A secret is 32 random bytes. */
const SECRET = /^[\w-]{43}$/;

const store = prepared<{ userCde: string; secretHash: Buffer; at: Date }>()(($) =>
  build
    .insertInto('kernel.calendar')
    .values({ userCde: $('userCde'), secretHash: $('secretHash'), at: $('at') })
    .onConflict((conflict) => conflict.column('userCde').doUpdateSet({ secretHash: $('secretHash'), at: $('at') })),
);

const removal = prepared<{ userCde: string }>()(($) =>
  build.deleteFrom('kernel.calendar').where('userCde', '=', $('userCde')),
);

const ofPerson = prepared<{ userCde: string }>()(($) =>
  build.selectFrom('kernel.calendar').select('at').where('userCde', '=', $('userCde')),
);

const owner = prepared<{ secretHash: Buffer }>()(($) =>
  liveUsers.innerJoin('kernel.calendar as c', 'c.userCde', 'p.userCde').where('c.secretHash', '=', $('secretHash')),
);

/** Gives a person a new address, instead of the one before. @returns its secret, which is stored nowhere */
export async function openCalendar(db: Db, userCde: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await store.run(db, { userCde, secretHash: hashOf(secret), at: databaseDate() });
  return secret;
}

/** Ends the address of a person. */
export const closeCalendar = (db: Db, userCde: string): Promise<number> => removal.run(db, { userCde });

/** When a person's address was made; undefined if there is none. */
export async function calendarSince(db: Db, userCde: string): Promise<string | undefined> {
  const row = await ofPerson.first(db, { userCde });
  return row && new Date(row.at).toISOString();
}

/** The person to whom an address belongs, if they may still log in. */
export async function calendarOwner(
  db: Db,
  secret: string,
): Promise<{ user: User; language: Language | null } | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const row = await owner.first(db, { secretHash: hashOf(secret) });
  return row && { user: userOf(row), language: languageOf(row) };
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
