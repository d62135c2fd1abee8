import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { lockName } from '../../db/nameLock.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Queryable } from '../../kernel/context.ts';
import type { Turn } from '../../kernel/fairQueue.ts';
import type { Kernel } from '../../kernel/core.ts';
import { hashPassword, verifyPassword } from '../../kernel/passwordHash.ts';
import { systemContext } from '../identity/system.ts';

/** The purposes of codes. A code is valid only for its purpose. */
export const PURPOSES = ['register', 'reset', 'submission'] as const;
/** What a mail code is for. */
export type Purpose = (typeof PURPOSES)[number];

/** The caller who requests or submits a code. */
export interface CodeCaller {
  /** a trusted device, or the address as limits count it */
  id: string;
  /** a device or an address from which the reader of the mail address logged in before */
  isTrusted: boolean;
}

/** The codes, and the caller who submits one. */
export interface CodeCheck {
  codes: MailCodes;
  caller: CodeCaller;
}

const DIGITS = 6;
/** Limit of wrong tries of a code: for the caller who requested it, and again for the sum of all other callers. */
const MAX_WRONG_TRIES = 3;
/** Limits of codes for one mail address within 24 hours: for one caller, and for the sum of all untrusted callers. */
const MAX_PER_DAY = 5;
const MAX_PER_DAY_UNTRUSTED = 15;
/**
 * The second limit, for the first code of a caller. It is higher, so that attackers need many addresses to exhaust it.
 */
const MAX_PER_DAY_FIRST = 30;

/** SQL: the code to compare, which is the last valid code of this caller, else the last code of any caller. */
const COMPARED_CODE = `select id from kernel.mail_code where purpose = $1 and address = $2
  order by (caller = $3 and "expiresAt" > now() and not spent) desc, id desc limit 1`;
/** SQL: the wrong tries of a code that count for the caller. */
const TRIES = `case when caller = $3 then tries else "otherTries" end`;

type NewCode = { purpose: Purpose; address: string; hash: string; caller: string; trusted: boolean };

const addCode = prepared<NewCode>()(($) =>
  build
    .insertInto('kernel.mail_code')
    .values({
      purpose: $('purpose'),
      address: $('address'),
      hash: $('hash'),
      caller: $('caller'),
      trusted: $('trusted'),
      expiresAt: sql<string>`now() + interval '10 minutes'`,
    }),
);

const spendCode = prepared<{ id: string }>()(($) =>
  build.updateTable('kernel.mail_code').set({ spent: true }).where('id', '=', $('id')).where('spent', '=', false),
);

const deleteOldCodes = prepared()(() =>
  build.deleteFrom('kernel.mail_code').where('at', '<', sql<string>`now() - interval '24 hours'`),
);

/** Whether a text has the form of a code. */
export const isMailCode = (text: string): boolean => new RegExp(`^[0-9]{${DIGITS}}$`).test(text);

/**
 * Codes that prove who reads a mail address (domain.md, "Accounts"). Only their argon2id hashes are stored. They do not
 * reveal whether an account exists: codes are issued for every address, and a check takes the same time if no code was
 * issued. Each caller has own codes and tries, so that strangers cannot use up those of another caller.
 */
export class MailCodes {
  readonly #kernel: Kernel;
  /** hash that is verified if there is no code, so that the check takes the same time */
  #decoy: Promise<string> | undefined;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /**
   * Creates a code for an address, which replaces earlier codes of the caller.
   *
   * @throws Refusal (429) after five a day
   */
  async issue(purpose: Purpose, mail: string, caller: CodeCaller): Promise<string> {
    await refuseTooMany(this.#kernel.pool, mail, caller);
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const hash = await hashPassword(code, turnOf(caller));
    await systemContext(this.#kernel).transaction(async ({ db }) => {
      // locks the address, so that the count includes all codes
      await lockName(db, `mail_code ${mail}`);
      await refuseTooMany(db, mail, caller);
      await addCode.run(db, { purpose, address: mail, hash, caller: caller.id, trusted: caller.isTrusted });
    });
    return code;
  }

  /**
   * Checks a code. One statement counts the try before the check, and another subtracts it if the code is right. So of
   * many concurrent wrong tries only three are checked.
   *
   * @returns the code's id, for `spend`
   * @throws Refusal (400) at `mailCode`: wrong, expired, or invalid after three wrong tries; 503 when too many codes
   *   are being checked
   */
  async check(purpose: Purpose, mail: string, code: string, caller: CodeCaller): Promise<string> {
    this.#decoy ??= hashPassword('');
    const { rows } = await this.#kernel.pool.query(
      `update kernel.mail_code set tries = tries + (caller = $3)::int, "otherTries" = "otherTries" + (caller <> $3)::int
       where id = (${COMPARED_CODE}) and not spent and ${TRIES} < $4
       returning id::text as id, hash, ${TRIES} as tries, "expiresAt" > now() as "isCurrent"`,
      [purpose, mail, caller.id, MAX_WRONG_TRIES],
    );
    const stored = rows[0] as { id: string; hash: string; tries: number; isCurrent: boolean } | undefined;
    if (!stored && (await this.#isExhausted(purpose, mail, caller))) throw refuseCode('MSG_account_0206');
    const uncount = () =>
      this.#kernel.pool.query(
        'update kernel.mail_code set tries = tries - (caller = $2)::int, "otherTries" = "otherTries" - (caller <> $2)::int where id = $1',
        [stored?.id, caller.id],
      );
    const isMatch = await verifyPassword(stored?.hash ?? (await this.#decoy), code, turnOf(caller)).catch(
      async (error: unknown) => {
        await uncount();
        throw error;
      },
    );
    if (!stored) throw refuseCode('MSG_account_0204');
    if (!isMatch) throw refuseCode(stored.tries >= MAX_WRONG_TRIES ? 'MSG_account_0206' : 'MSG_account_0204');
    await uncount();
    if (!stored.isCurrent) throw refuseCode('MSG_account_0205');
    return stored.id;
  }

  /**
   * Spends a code in the transaction of its purpose. Of several concurrent calls one succeeds.
   *
   * @throws Refusal (400) for a spent code
   */
  async spend(id: string, db: Queryable): Promise<void> {
    if ((await spendCode.run(db, { id })) === 0) throw refuseCode('MSG_account_0204');
  }

  /** Deletes codes that are older than the period of the limits. */
  async sweep(): Promise<void> {
    await deleteOldCodes.run(this.#kernel.pool, {});
  }

  /** Whether the code has reached its limit of wrong tries. */
  async #isExhausted(purpose: Purpose, mail: string, caller: CodeCaller): Promise<boolean> {
    const { rowCount } = await this.#kernel.pool.query(
      `select from kernel.mail_code where id = (${COMPARED_CODE}) and not spent and ${TRIES} >= $4`,
      [purpose, mail, caller.id, MAX_WRONG_TRIES],
    );
    return rowCount === 1;
  }
}

const turnOf = ({ id, isTrusted }: CodeCaller): Turn => ({ lane: isTrusted ? 'trusted' : 'untrusted', key: id });

/**
 * Refuses further codes for a mail address.
 *
 * @throws Refusal 429 at the daily limit of the caller or of untrusted ones
 */
async function refuseTooMany(db: Queryable, mail: string, { id, isTrusted }: CodeCaller): Promise<void> {
  const day = `interval '24 hours'`;
  const { rows } = await db.query({
    text: `select count(*) filter (where caller = $2)::int as own, count(*) filter (where not trusted)::int as untrusted,
             extract(epoch from min(at) filter (where caller = $2) + ${day} - now())::float8 as "ownWait", extract(epoch from min(at) filter (where not trusted) + ${day} - now())::float8 as "untrustedWait"
           from kernel.mail_code where address = $1 and at > now() - ${day}`,
    values: [mail, id],
  });
  const { own, untrusted, ownWait, untrustedWait } = rows[0] as {
    own: number;
    untrusted: number;
    ownWait: number;
    untrustedWait: number;
  };
  const tooMany = (max: number, seconds: number) =>
    new Refusal('tooMany', 'MSG_account_0207', { max }).withRetryAfter(Math.max(1, Math.ceil(seconds)));
  if (own >= MAX_PER_DAY) throw tooMany(MAX_PER_DAY, ownWait);
  const max = own === 0 ? MAX_PER_DAY_FIRST : MAX_PER_DAY_UNTRUSTED;
  if (!isTrusted && untrusted >= max) throw tooMany(max, untrustedWait);
}

const refuseCode = (key: string): Refusal => refuseField('mailCode', key);
