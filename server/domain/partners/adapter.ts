import type { Row } from '../../kernel/write/body.ts';

/** What a partner is to be told: kept when it happened, and sent as it was kept, however often. */
export interface News {
  /** what happened, such as `policy` */
  event: string;
  /** how people name the record */
  businessNo: string;
  entity: string;
  /** the record with its children, without what is secret */
  record: Row;
}

/** What a partner answered. */
export interface PartnerAnswer {
  /** HTTP status; 0 where none came */
  status: number;
  /** its text, cut to what is kept */
  text: string;
  /** its JSON, if it is an object */
  body: Row | undefined;
}

/**
 * What becomes of a message: the partner has it (under its own reference, if it gave one); the partner will never take
 * it; or it is tried again later, for the partner or the way to it is out of order.
 */
export type Verdict = { outcome: 'delivered'; reference?: string } | { outcome: 'refused' } | { outcome: 'again' };

/** How one partner is spoken to. */
export interface Adapter {
  /** the events that it takes; every one where this is left out */
  events?: readonly string[];
  /** The body of the call, from what happened. Made once, so that a repeated call says the same. */
  content(news: News): Row;
  /** Whether the partner took what it was sent. */
  judge(answer: PartnerAnswer): Verdict;
}

/**
 * The way to one partner: hands a message over under its key, which is the same each time. Never throws: where no
 * answer came, its status is 0 and its text says why.
 */
export type Channel = (key: string, content: unknown, signal: AbortSignal) => Promise<PartnerAnswer>;

/** By HTTP's own meaning: busy, away and in error may pass; any other refusal is final. */
export function judgeByStatus({ status, body }: PartnerAnswer): Verdict {
  if (status >= 200 && status < 300)
    return {
      outcome: 'delivered',
      ...(typeof body?.['reference'] === 'string' ? { reference: body['reference'] } : {}),
    };
  return { outcome: status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status) ? 'refused' : 'again' };
}
