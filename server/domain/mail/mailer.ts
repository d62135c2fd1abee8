import { createTransport, type Transporter } from 'nodemailer';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MailSettings } from '../../config.ts';

/** A mail of plain text to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** A mail to people, kept and sent again until the server takes it. */
export interface Correspondence {
  /** the same each time the mail is handed over: receivers' servers know by it what they have already */
  key: string;
  to: string[];
  copies: string[];
  subject: string;
  html: string;
  /** for readers of plain text */
  text: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const CLOSE_MS = 3000;
/** Before each further try. All of them fit into the life of a verification code. */
const PAUSES_MS: readonly number[] = [2000, 15_000, 60_000];

/**
 * Sends mail through the SMTP server of the deployment, in the background: nobody's answer waits for it, so none tells
 * by its time whether anything was sent. What the server does not take for now is tried again a few times; what is
 * still not sent when the product stops is lost, and its reader asks again.
 */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #log: Logger;
  readonly #pausesMs: readonly number[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    { host, port, secure, requireTLS, ignoreTLS, user, password, from }: MailSettings,
    log: Logger,
    pausesMs = PAUSES_MS,
  ) {
    this.#transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS,
      ignoreTLS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#from = from;
    this.#log = log;
    this.#pausesMs = pausesMs;
  }

  /** Sends a letter; a failure is logged, without the text. */
  post(letter: Letter): void {
    const sending = this.#send(letter).catch((error: unknown) =>
      this.#log.error({ err: error, to: letter.to, subject: letter.subject }, 'a mail could not be sent'),
    );
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  /**
   * Hands a mail over, once.
   *
   * @returns its Message-ID, and the receivers that the mail server did not take while it took others
   * @throws the mail server's refusal of all of them, with `responseCode`, or why it could not be reached
   */
  async hand({
    key,
    to,
    copies,
    subject,
    html,
    text,
    attachments,
  }: Correspondence): Promise<{ messageId: string; rejected: string[] }> {
    const plain = (address: string) => ({ name: '', address });
    const messageId = `<${key}@${this.#from.slice(this.#from.lastIndexOf('@') + 1)}>`;
    const { rejected } = await this.#transport.sendMail({
      messageId,
      from: this.#from,
      to: to.map(plain),
      cc: copies.map(plain),
      subject,
      html,
      text,
      attachments,
    });
    return { messageId, rejected: rejected ?? [] };
  }

  /** Ends after the letters under way, or a few seconds; waits for no further try. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#underWay), wait(CLOSE_MS, undefined, { ref: false })]);
    this.#transport.close();
  }

  async #send({ to, subject, text }: Letter): Promise<void> {
    await turn();
    for (const pause of [...this.#pausesMs, undefined]) {
      try {
        // an address by itself, so that a comma or bracket in it makes no second one
        await this.#transport.sendMail({
          from: this.#from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return;
      } catch (error) {
        if (pause === undefined || isFinal(error)) throw error;
        await wait(pause, undefined, { signal: this.#closing.signal });
      }
    }
  }
}

/** The server refused the mail for good (5xx); anything else may pass. */
const isFinal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
