import sanitizeHtml from 'sanitize-html';
import type { Mailer } from '../mail/mailer.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { systemContext } from '../identity/system.ts';
import type { Adapter, Channel, PartnerAnswer } from './adapter.ts';

/** Content of a mail in the outbox. */
interface Content {
  to: string[];
  copies: string[];
  subject: string;
  html: string;
  attachments: string[];
}

/**
 * Adapter of the mail server, for rows of `mail`. Staff can correct and resend a mail that the server refused
 * permanently or that could not be sent for a long time.
 */
export const mailAdapter: Adapter = {
  events: ['mail'],
  content: ({ record }) =>
    ({
      to: addressesOf(record['receiver']),
      copies: addressesOf(record['copies']),
      subject: String(record['title']),
      html: String(record['content'] ?? ''),
      attachments: (record['mailAttachments'] ?? []) as string[],
    }) satisfies Content as unknown as Row,
  // status codes of SMTP: 2xx is accepted, 4xx a temporary and 5xx a permanent error
  interpret: ({ status, body }) => {
    if (status >= 200 && status < 300)
      return {
        outcome: 'delivered',
        ...(typeof body?.['messageId'] === 'string' ? { reference: body['messageId'] } : {}),
      };
    return { outcome: status >= 500 ? 'refused' : 'retry' };
  },
};

/** Splits a list of addresses at its semicolons. */
export const addressesOf = (list: unknown): string[] =>
  String(list ?? '')
    .split(';')
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** The channel to the mail server of the deployment. */
export function mailChannel(mailer: Mailer, files: Files, kernel: Kernel): Channel {
  return async (key, content, signal) => {
    const { to, copies, subject, html, attachments } = content as Content;
    try {
      const context = systemContext(kernel, { requestId: 'delivery' });
      const attachedFiles = [];
      for (const id of attachments) {
        const { file, bytes } = await files.read(id, context);
        attachedFiles.push({ filename: file.name, contentType: file.type, content: bytes });
      }
      const { messageId, rejected } = await Promise.race([
        mailer.sendOnce({ key, to, copies, subject, html, text: plainTextOf(html), attachments: attachedFiles }),
        rejectAtStop(signal),
      ]);
      // a retry would reach the accepted receivers twice, so the answer only lists the rejected ones
      return {
        status: 250,
        text: [messageId, ...rejected.map((address) => `rejected: ${address}`)].join('\n'),
        body: { messageId },
      };
    } catch (error) {
      return answerOf(error);
    }
  };
}

/**
 * Rejects when the product stops; the next attempt sends the mail again with the same Message-ID. Does not reject after
 * the time limit of the attempt, because the mail server may already have the mail.
 */
const rejectAtStop = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = (): void => {
      if ((signal.reason as Error).name !== 'TimeoutError') reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });

/** The error answer of the mail server, or the reason why it did not answer. */
function answerOf(error: unknown): PartnerAnswer {
  const {
    responseCode = 0,
    response,
    message,
  } = error as { responseCode?: number; response?: string; message: string };
  return { status: responseCode, text: response ?? message, body: undefined };
}

/** Converts formatted text to plain text, with a line for each paragraph. */
function plainTextOf(html: string): string {
  const lines = html.replaceAll(/<li>/g, '• ').replaceAll(/<br ?\/?>|<\/(?:p|li|h[1-4]|blockquote|pre)>/g, '\n');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
