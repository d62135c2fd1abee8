import type { Row } from '../../kernel/row.ts';

/** An event and its record, from which an adapter makes the content of a message. */
export interface PartnerEvent {
  /** name of the event, such as `policy` */
  event: string;
  /** title of the record */
  businessNo: string;
  entity: string;
  /** the record with its children, without sensitive fields */
  record: Row;
}

/** Answer of a partner. */
export interface PartnerAnswer {
  /** HTTP status; 0 if the partner did not answer */
  status: number;
  /** text of the answer, truncated; if the partner did not answer, the reason */
  text: string;
  /** JSON of the answer, if it is an object */
  body: Row | undefined;
}

/**
 * Outcome of an attempt: delivered (with the partner's reference, if any), refused permanently, or to be retried
 * because the partner is unavailable.
 */
export type Verdict = { outcome: 'delivered'; reference?: string } | { outcome: 'refused' } | { outcome: 'retry' };

/** Format of the messages to one partner. */
export interface Adapter {
  /** accepted events; all if omitted */
  events?: readonly string[];
  /** Makes the content of the message. It is stored with the message, so that all attempts send the same content. */
  content(event: PartnerEvent): Row;
  /** Evaluates the answer to a message. @param event its event */
  interpret(answer: PartnerAnswer, event: string): Verdict;
}

/**
 * Sends a message to one partner with the message's idempotency key. Never throws: if the partner does not answer, the
 * status is 0 and the text is the reason.
 */
export type Channel = (key: string, content: unknown, signal: AbortSignal) => Promise<PartnerAnswer>;

/** Evaluates the HTTP status: busy, unavailable and internal errors are retried; other errors are final. */
export function interpretStatus({ status, body }: PartnerAnswer): Verdict {
  if (status >= 200 && status < 300)
    return {
      outcome: 'delivered',
      ...(typeof body?.['reference'] === 'string' ? { reference: body['reference'] } : {}),
    };
  return { outcome: status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status) ? 'refused' : 'retry' };
}
