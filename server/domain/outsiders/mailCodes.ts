import { randomInt } from 'node:crypto';
import { Refusal } from '../../errors.ts';
import type { Queryable } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { hashPassword, verifyPassword } from '../../kernel/passwordHash.ts';
import { systemContext } from '../identity/system.ts';

/** What a code is for; one is good for nothing else. */
export const PURPOSES = ['register', 'reset', 'submission'] as const;
export type Purpose = (typeof PURPOSES)[number];

const DIGITS = 6;
const LIFETIME = `interval '10 minutes'`;
const WRONG_TRIES = 3;
/** Codes for one mail address within 24 hours, whatever they are for. */
const MOST_A_DAY = 5;

/** Whether a text has the form of a code. */
export const isMailCode = (text: string): boolean => new RegExp(`^[0-9]{${DIGITS}}$`).test(text);

/**
 * Codes that prove who reads a mail address (domain.md, "Accounts"). Only their argon2id hashes are kept. Whether an account
 * exists makes no difference anywhere here: every address gets its codes, and what refuses one takes as long without any.
 */
export class MailCodes {
  readonly #kernel: Kernel;
  #decoy: Promise<string> | undefined;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Makes a code for an address; the ones before it are dead. @throws Refusal (429) after five in a day */
  async issue(purpose: Purpose, mail: string): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const hash = await hashPassword(code);
    await systemContext(this.#kernel).transaction(async ({ db }) => {
      // one after the other for each address, so that those counted are all there are
      await db.query({ text: `select pg_advisory_xact_lock(hashtextextended('mail_code ' || $1, 0))`, values: [mail] });
      const { rows } = await db.query({ text: `select count(*)::int as issued from kernel.mail_code where address = $1 and at > now() - interval '24 hours'`, values: [mail] });
      if ((rows[0] as { issued: number }).issued >= MOST_A_DAY) throw new Refusal('tooMany', 'MSG_account_0207', { max: MOST_A_DAY });
      await db.query({ text: `insert into kernel.mail_code (purpose, address, hash, "expiresAt") values ($1, $2, $3, now() + ${LIFETIME})`, values: [purpose, mail, hash] });
    });
    return code;
  }

  /**
   * Checks a code. A try is taken before the code is looked at, in one statement, and given back when it was right: of many
   * at once exactly three wrong ones are looked at.
   *
   * @returns the code's id, to be spent with what it was asked for
   * @throws Refusal (400) at `mailCode`: wrong, expired, or dead after three wrong tries
   */
  async check(purpose: Purpose, mail: string, code: string): Promise<string> {
    this.#decoy ??= hashPassword('');
    const { rows } = await this.#kernel.pool.query(
      `update kernel.mail_code set tries = tries + 1 where id = (select max(id) from kernel.mail_code where purpose = $1 and address = $2) and not spent and tries < $3
       returning id::text as id, hash, tries, "expiresAt" > now() as alive`, [purpose, mail, WRONG_TRIES]);
    const taken = rows[0] as { id: string; hash: string; tries: number; alive: boolean } | undefined;
    const fits = await verifyPassword(taken?.hash ?? await this.#decoy, code);
    if (!taken) throw refuseCode(await this.#isDead(purpose, mail) ? 'MSG_account_0206' : 'MSG_account_0204');
    if (!fits) throw refuseCode(taken.tries >= WRONG_TRIES ? 'MSG_account_0206' : 'MSG_account_0204');
    await this.#kernel.pool.query('update kernel.mail_code set tries = tries - 1 where id = $1', [taken.id]);
    if (!taken.alive) throw refuseCode('MSG_account_0205');
    return taken.id;
  }

  /** Spends a right code in the transaction of what it was asked for; of several at once one succeeds. @throws Refusal (400) when it is spent */
  async spend(id: string, db: Queryable): Promise<void> {
    const { rowCount } = await db.query({ text: 'update kernel.mail_code set spent = true where id = $1 and not spent', values: [id] });
    if (rowCount === 0) throw refuseCode('MSG_account_0204');
  }

  /** Forgets the codes that count for no limit any more. */
  async sweep(): Promise<void> {
    await this.#kernel.pool.query(`delete from kernel.mail_code where at < now() - interval '24 hours'`);
  }

  async #isDead(purpose: Purpose, mail: string): Promise<boolean> {
    const { rows } = await this.#kernel.pool.query('select tries from kernel.mail_code where purpose = $1 and address = $2 and not spent order by id desc limit 1', [purpose, mail]);
    return ((rows[0] as { tries: number } | undefined)?.tries ?? 0) >= WRONG_TRIES;
  }
}

const refuseCode = (key: string): Refusal => new Refusal('invalid', key, {}, [{ field: 'mailCode', key, params: {} }]);
