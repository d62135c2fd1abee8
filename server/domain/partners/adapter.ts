import type { Row } from '../../kernel/row.ts';

/** Content of a message, stored when the event happened and sent unchanged by every attempt. */
export interface News {
  /** what happened, such as `policy` */
  event: string;
  /** how people name the record */
  businessNo: string;
  entity: string;
  /** the record with its children, without what is secret */
  record: Row;
}

/** Answer of a partner. */
export interface PartnerAnswer {
  /** HTTP status; 0 where none came */
  status: number;
  /** its text, cut to the stored length */
  text: string;
  /** its JSON, if it is an object */
  body: Row | undefined;
}

/**
 * Outcome of an attempt: delivered (with the partner's reference, if any), refused for good, or to be retried because the
 * partner is unavailable.
 */
export type Verdict = { outcome: 'delivered'; reference?: string } | { outcome: 'refused' } | { outcome: 'again' };

/** Format of the messages to one partner. */
export interface Adapter {
  /** accepted events; all if omitted */
  events?: readonly string[];
  /** The body of the call. Built once, so that retries are identical. */
  content(news: News): Row;
  /** Evaluates the answer. */
  interpret(answer: PartnerAnswer): Verdict;
}

/**
 * Sends a message to one partner under its idempotency key. Never throws: without an answer the status is 0 and the text
 * is the reason.
 */
export type Channel = (key: string, content: unknown, signal: AbortSignal) => Promise<PartnerAnswer>;

/** Evaluates the HTTP status: busy, unavailable and internal errors are retried; other errors are final. */
export function interpretStatus({ status, body }: PartnerAnswer): Verdict {
  if (status >= 200 && status < 300)
    return {
      outcome: 'delivered',
      ...(typeof body?.['reference'] === 'string' ? { reference: body['reference'] } : {}),
    };
  return { outcome: status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status) ? 'refused' : 'again' };
}
