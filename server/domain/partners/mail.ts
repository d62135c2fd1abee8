import sanitizeHtml from 'sanitize-html';
import type { Mailer } from '../mail/mailer.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { systemContext } from '../identity/system.ts';
import type { Adapter, Channel, PartnerAnswer } from './adapter.ts';

/** A mail as it is kept to be sent. */
interface Content {
  to: string[];
  copies: string[];
  subject: string;
  html: string;
  attachments: string[];
}

/**
 * Mails to people: the rows of `mail`, told to the deployment's mail server. One that the server refuses for good, or
 * that could not be handed over for long, can be mended and sent again.
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
  // SMTP's own meaning: 2xx taken, 5xx never, 4xx and silence perhaps later
  interpret: ({ status, body }) => {
    if (status >= 200 && status < 300)
      return {
        outcome: 'delivered',
        ...(typeof body?.['messageId'] === 'string' ? { reference: body['messageId'] } : {}),
      };
    return { outcome: status >= 500 ? 'refused' : 'again' };
  },
};

/** The addresses of a list that is separated by semicolons. */
export const addressesOf = (list: unknown): string[] =>
  String(list ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The way to people: the deployment's mail server. */
export function mailChannel(mailer: Mailer, files: Files, kernel: Kernel): Channel {
  return async (key, content, signal) => {
    const { to, copies, subject, html, attachments } = content as Content;
    try {
      const context = systemContext(kernel, { requestId: 'delivery' });
      const attached = [];
      for (const id of attachments) {
        const { file, bytes } = await files.read(id, context);
        attached.push({ filename: file.name, contentType: file.type, content: bytes });
      }
      const { messageId, rejected } = await Promise.race([
        mailer.sendOnce({ key, to, copies, subject, html, text: wordsOf(html), attachments: attached }),
        ending(signal),
      ]);
      // those who did get it are not written to again: whom the server did not take stands in the answer
      return {
        status: 250,
        text: [messageId, ...rejected.map((address) => `not taken: ${address}`)].join('\n'),
        body: { messageId },
      };
    } catch (error) {
      return answerOf(error);
    }
  };
}

/**
 * Fails when the product ends: whoever delivers next hands the mail over again, under one Message-ID. A mail that
 * merely takes long is not broken off, for its server may have it already.
 */
const ending = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => {
      if ((signal.reason as Error).name !== 'TimeoutError') reject(signal.reason as Error);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** What the mail server said, or why it said nothing. */
function answerOf(error: unknown): PartnerAnswer {
  const {
    responseCode = 0,
    response,
    message,
  } = error as { responseCode?: number; response?: string; message: string };
  return { status: responseCode, text: response ?? message, body: undefined };
}

/** The words of formatted text, a line for each paragraph, for readers of plain text. */
function wordsOf(html: string): string {
  const lines = html.replaceAll(/<li>/g, '• ').replaceAll(/<br ?\/?>|<\/(?:p|li|h[1-4]|blockquote|pre)>/g, '\n');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
