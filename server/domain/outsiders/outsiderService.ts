import type { Kysely } from 'kysely';
import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { ReceivedFile, StoredFile } from '../../kernel/files/storedFile.ts';
import type { Kernel } from '../../kernel/core.ts';
import { Limit } from '../../kernel/limit.ts';
import { deviceOf, type CallSource } from '../identity/callSource.ts';
import type { Tables } from '../../db/tables.ts';
import { TrustedCallers } from '../identity/trustedCallers.ts';
import type { Mailer } from '../mail/mailer.ts';
import { receiveScan, submitCompany } from './companySubmission.ts';
import { unknownFields, readMail, type Payload } from './payload.ts';
import { codeLetter } from './letters.ts';
import { MailCodes, PURPOSES, type CodeCaller, type Purpose } from './mailCodes.ts';
import { isResettable, resettable, resetPassword } from './passwordReset.ts';
import { register } from './registration.ts';

/** Limit of files with one code, including refused ones. A submission has up to ten. */
const UPLOADS_PER_CODE = { points: 20, seconds: 86_400 };

/**
 * Calls of people without an account, which need a code by mail. Without a valid code, neither an answer nor its time
 * reveals whether an account exists (domain.md, "Accounts").
 */
export class OutsiderService {
  readonly #kernel: Kernel;
  readonly #tables: Kysely<Tables>;
  readonly #files: Files;
  readonly #mailer: Mailer | undefined;
  readonly #trusted: TrustedCallers;
  readonly #uploads: Limit;
  readonly codes: MailCodes;

  constructor(kernel: Kernel, tables: Kysely<Tables>, files: Files, mailer: Mailer | undefined) {
    this.#kernel = kernel;
    this.#tables = tables;
    this.#files = files;
    this.#mailer = mailer;
    this.#trusted = new TrustedCallers(tables);
    this.#uploads = new Limit(kernel.pool, 'codeUploads', UPLOADS_PER_CODE, ATTACHMENT_MESSAGE.overQuota);
    this.codes = new MailCodes(kernel);
  }

  /**
   * The caller for codes and limits: a trusted device of the reader of the mail address, or the caller's address.
   */
  async callerFor(mail: unknown, source: CallSource): Promise<CodeCaller> {
    const read = readMail(this.#kernel, mail);
    if (!('mail' in read)) return { id: source.address, isTrusted: false };
    const people = await resettable(this.#tables, read.mail).execute();
    for (const { userCde, password } of people) {
      const device = password === null ? undefined : deviceOf(source, userCde, password);
      if (device !== undefined) return { id: `device ${userCde} ${device}`, isTrusted: true };
    }
    return {
      id: source.address,
      isTrusted: await this.#trusted.isKnown(
        people.map(({ userCde }) => userCde),
        source,
      ),
    };
  }

  /**
   * Sends a code to a mail address. A code for a reset is only sent if a person can use it, which the answer does not
   * reveal.
   *
   * @throws Refusal 400 at `mail` or `purpose`, 429 after five codes in a day, 503 without a mail server
   */
  async sendCode(payload: Payload, { language }: Context, caller: CodeCaller): Promise<Purpose> {
    const address = readMail(this.#kernel, payload['mail']);
    const purpose = PURPOSES.find((one) => one === payload['purpose']);
    const violations = [
      ...unknownFields(payload, ['mail', 'purpose']),
      ...('violation' in address ? [address.violation] : []),
      ...(purpose === undefined ? [unknownPurpose(payload['purpose'])] : []),
    ];
    if (violations.length > 0 || purpose === undefined || !('mail' in address)) throw refuseFields(violations);
    if (!this.#mailer) throw new Refusal('unavailable', 'MSG_account_0203');
    const { mail } = address;
    const [code, isUsable] = await Promise.all([
      this.codes.issue(purpose, mail, caller),
      purpose === 'reset' ? isResettable(this.#tables, mail) : true,
    ]);
    if (isUsable) this.#mailer.post(codeLetter(mail, purpose, code, language));
    return purpose;
  }

  /** See `register`. */
  register(payload: Payload, context: Context, caller: CodeCaller): Promise<void> {
    return register(this.#kernel, this.#tables, { check: { codes: this.codes, caller }, payload }, context);
  }

  /** See `resetPassword`. */
  resetPassword(payload: Payload, context: Context, caller: CodeCaller): Promise<string> {
    return resetPassword(this.#kernel, this.#tables, { check: { codes: this.codes, caller }, payload }, context);
  }

  /** See `receiveScan`. */
  receiveScan(payload: Payload, upload: ReceivedFile, context: Context, caller: CodeCaller): Promise<StoredFile> {
    return receiveScan(
      this.#kernel,
      { codes: this.codes, caller, uploads: this.#uploads },
      { files: this.#files, payload, upload },
      context,
    );
  }

  /** See `submitCompany`. */
  submitCompany(payload: Payload, context: Context, caller: CodeCaller): Promise<void> {
    return submitCompany(this.#kernel, { codes: this.codes, caller }, payload, context);
  }
}

const PURPOSE_LABEL = { en: 'Purpose', zh: '用途' };
const unknownPurpose = (value: unknown): Violation =>
  value === undefined || value === ''
    ? { field: 'purpose', key: MESSAGE.required, params: { label: PURPOSE_LABEL } }
    : { field: 'purpose', key: MESSAGE.option, params: { label: PURPOSE_LABEL, value: String(value) } };
