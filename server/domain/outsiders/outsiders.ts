import type { Kysely } from 'kysely';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Files, StoredFile } from '../../kernel/files/files.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { Mailer } from '../mail/mailer.ts';
import { companySubmissionRules, receiveScan, submitCompany } from './companySubmission.ts';
import { foreign, readMail, type Given } from './given.ts';
import { codeLetter } from './letters.ts';
import { MailCodes, PURPOSES, type Purpose } from './mailCodes.ts';
import { isResettable, resetPassword } from './passwordReset.ts';
import { register, registrationRules } from './registration.ts';

/**
 * People without an account: a code by mail, and what it opens. Until the code is right, no answer and no time tells whether
 * an account exists (domain.md, "Accounts").
 */
export class Outsiders {
  readonly #kernel: Kernel;
  readonly #tables: Kysely<IdentityTables>;
  readonly #files: Files;
  readonly #mailer: Mailer | undefined;
  readonly codes: MailCodes;

  constructor(kernel: Kernel, tables: Kysely<IdentityTables>, files: Files, mailer: Mailer | undefined) {
    this.#kernel = kernel;
    this.#tables = tables;
    this.#files = files;
    this.#mailer = mailer;
    this.codes = new MailCodes(kernel);
    kernel.domain.set('registration', registrationRules(kernel, mailer));
    kernel.domain.set('company-submission', companySubmissionRules(kernel, files, mailer));
  }

  /**
   * Sends a code to an address; for a reset only where somebody can use it, which the answer does not tell.
   *
   * @throws Refusal 400 at `mail` or `purpose`, 429 after five codes in a day, 503 where no mail goes out
   */
  async sendCode(given: Given, { language }: Context): Promise<Purpose> {
    const address = readMail(this.#kernel, given['mail']);
    const purpose = PURPOSES.find((one) => one === given['purpose']);
    const wrong = [...foreign(given, ['mail', 'purpose']), ...('violation' in address ? [address.violation] : []), ...(purpose === undefined ? [unknownPurpose(given['purpose'])] : [])];
    if (wrong.length > 0 || purpose === undefined || !('mail' in address)) throw refuseFields(wrong);
    if (!this.#mailer) throw new Refusal('unavailable', 'MSG_account_0203');
    const { mail } = address;
    const [code, isWanted] = await Promise.all([this.codes.issue(purpose, mail), purpose === 'reset' ? isResettable(this.#tables, mail) : true]);
    if (isWanted) this.#mailer.post(codeLetter(mail, purpose, code, language));
    return purpose;
  }

  /** See `register`. */
  register(given: Given, context: Context): Promise<void> {
    return register(this.#kernel, this.#tables, this.codes, given, context);
  }

  /** See `resetPassword`. */
  resetPassword(given: Given, context: Context): Promise<void> {
    return resetPassword(this.#kernel, this.#tables, this.codes, given, context);
  }

  /** See `receiveScan`. */
  receiveScan(given: Given, upload: { path: string; name: string }, context: Context): Promise<StoredFile> {
    return receiveScan(this.#kernel, this.codes, this.#files, given, upload, context);
  }

  /** See `submitCompany`. */
  submitCompany(given: Given, context: Context): Promise<void> {
    return submitCompany(this.#kernel, this.codes, given, context);
  }
}

const PURPOSE_LABEL = { en: 'Purpose', zh: '用途' };
const unknownPurpose = (value: unknown): Violation =>
  (value === undefined || value === '' ? { field: 'purpose', key: MESSAGE.required, params: { label: PURPOSE_LABEL } } : { field: 'purpose', key: MESSAGE.option, params: { label: PURPOSE_LABEL, value: String(value) } });
