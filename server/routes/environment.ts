import type { Context as HonoContext } from 'hono';
import type { Language } from '../config.ts';
import type { Session } from '../domain/identity/sessions.ts';
import type { HeavyClass } from './admission/classes.ts';

/** A heavy call that has its turn. */
export interface HeavyCall {
  /** aborts at the deadline; for a read-only call also when the caller disconnects */
  signal: AbortSignal;
  /** Runs `work` in a turn of another class. @throws Refusal as `Turns.take` */
  inTurn<T>(heavy: HeavyClass, work: () => Promise<T>): Promise<T>;
  /** Extends the turn until `work`, which continues after the start of the answer, has settled. */
  keepUntil(work: Promise<unknown>): void;
}

/** Bindings and variables of Hono's context; middlewares set the variables for the routes. */
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

/** The call that a route handles. */
export type Http = HonoContext<Environment>;
