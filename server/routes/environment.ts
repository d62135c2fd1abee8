import type { Context as HonoContext } from 'hono';
import type { Language } from '../config.ts';
import type { Session } from '../domain/identity/sessions.ts';
import type { HeavyCall } from './admission/heavyCalls.ts';

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
