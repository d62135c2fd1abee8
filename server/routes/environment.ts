import type { Context as HonoContext } from 'hono';
import type { Language } from '../config.ts';
import type { Session } from '../domain/identity/sessions.ts';
import type { HeavyClass } from './admission/classes.ts';

/** A heavy call that has its turn. */
export interface HeavyCall {
  /** aborts at the deadline, and for calls that only read when the caller hangs up */
  ending: AbortSignal;
  /** Runs `work` in its turn of a further class. @throws Refusal as for the first */
  inTurn<T>(heavy: HeavyClass, work: () => Promise<T>): Promise<T>;
  /** Keeps the turn until `work` is done, for work that goes on after the answer began. */
  keepUntil(work: Promise<unknown>): void;
}

/** What the middlewares leave for the routes. */
export interface Environment {
  Bindings: { incoming: import('node:http').IncomingMessage; outgoing: import('node:http').ServerResponse };
  Variables: {
    requestId: string;
    language: Language;
    session: Session;
    token: string;
    heavyCall?: HeavyCall;
    body?: Buffer;
  };
}

export type Http = HonoContext<Environment>;
