import { Refusal } from '../errors.ts';
import type { Http } from './environment.ts';

/** Status, for logs and metrics only, of calls whose caller disconnected before the answer was complete. */
export const CLIENT_CLOSED_REQUEST = 499;

/** The answer to a caller who has disconnected. */
export const disconnectedAnswer = (): Response => new Response(null, { status: CLIENT_CLOSED_REQUEST });

/** Whether the connection ended before the request or the answer was complete. */
export const isCutOff = ({ env: { incoming, outgoing } }: Http): boolean =>
  (outgoing.destroyed && !outgoing.writableFinished) || (incoming.destroyed && !incoming.complete);

/** Runs `then` once the answer is sent completely or the caller has disconnected. */
export function whenSent({ env: { outgoing } }: Http, then: (isDisconnected: boolean) => void): void {
  if (outgoing.destroyed) then(!outgoing.writableFinished);
  else outgoing.on('close', () => then(!outgoing.writableFinished));
}

/** A signal that aborts when the caller disconnects before the answer is complete. `forget` removes the listener. */
export function disconnectOf({ env: { outgoing } }: Http): { signal: AbortSignal; forget(): void } {
  const disconnect = new AbortController();
  const close = (): void => {
    if (!outgoing.writableFinished) disconnect.abort(new Refusal('unavailable', 'MSG_generic_0503'));
  };
  if (outgoing.destroyed) close();
  else outgoing.once('close', close);
  return { signal: disconnect.signal, forget: () => outgoing.off('close', close) };
}
