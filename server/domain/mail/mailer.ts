import { createTransport, type Transporter } from 'nodemailer';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MailSettings } from '../../config.ts';

/** A plain-text mail to one address, without attachments. It is not stored. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** A mail of the outbox, which is sent until the server accepts it. */
export interface OutboxMail {
  /** equal in all attempts, so that the servers of receivers recognise a repeated mail */
  key: string;
  to: string[];
  copies: string[];
  subject: string;
  html: string;
  /** alternative for readers of plain text */
  text: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 3000;
/** Delay before each retry. Their sum is shorter than the lifetime of a verification code. */
const RETRY_DELAYS_MS: readonly number[] = [2000, 15_000, 60_000];

/**
 * Sends mail through the SMTP server of the deployment.
 *
 * Letters are sent in the background, so the duration of an answer does not reveal whether one was sent. A temporary
 * failure is retried a few times. Letters that are not sent when the product stops are lost; readers request them
 * again.
 */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #log: Logger;
  readonly #retryDelaysMs: readonly number[];
  readonly #inProgress = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    { host, port, secure, requireTLS, ignoreTLS, user, password, from }: MailSettings,
    log: Logger,
    retryDelaysMs = RETRY_DELAYS_MS,
  ) {
    this.#transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS,
      ignoreTLS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#from = from;
    this.#log = log;
    this.#retryDelaysMs = retryDelaysMs;
  }

  /** Sends a letter in the background. A failure is logged without the text. */
  post(letter: Letter): void {
    const sending = this.#send(letter).catch((error: unknown) =>
      this.#log.error({ err: error, to: letter.to, subject: letter.subject }, 'a mail could not be sent'),
    );
    this.#inProgress.add(sending);
    void sending.finally(() => this.#inProgress.delete(sending));
  }

  /**
   * Makes one attempt to send a mail of the outbox.
   *
   * @returns its Message-ID, and the receivers that the mail server rejected while it accepted others
   * @throws Error with the `responseCode` of the mail server if it rejects all receivers, without one if it is
   *   unreachable
   */
  async sendOnce({
    key,
    to,
    copies,
    subject,
    html,
    text,
    attachments,
  }: OutboxMail): Promise<{ messageId: string; rejected: string[] }> {
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

  /** Cancels retries, waits a few seconds for attempts in progress, and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#inProgress), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    this.#transport.close();
  }

  async #send({ to, subject, text }: Letter): Promise<void> {
    await nextTurn();
    for (const delay of [...this.#retryDelaysMs, undefined]) {
      try {
        // as an object, because nodemailer parses a text with a comma or bracket as several addresses
        await this.#transport.sendMail({
          from: this.#from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return;
      } catch (error) {
        if (delay === undefined || isFinal(error)) throw error;
        await wait(delay, undefined, { signal: this.#closing.signal });
      }
    }
  }
}

/** Whether the server refused the mail permanently (5xx). */
const isFinal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
