import { Refusal } from '../errors.ts';
import type { Http } from './environment.ts';

/** Status in logs and metrics of calls whose caller hung up before the answer was complete; never received. */
export const HUNG_UP = 499;

/** The answer to a caller who has disconnected. */
export const hungUpAnswer = (): Response => new Response(null, { status: HUNG_UP });

/** Whether the connection ended before the request or the answer was complete. */
export const isCutOff = ({ env: { incoming, outgoing } }: Http): boolean =>
  (outgoing.destroyed && !outgoing.writableFinished) || (incoming.destroyed && !incoming.complete);

/** Runs `then` once the answer is sent completely, or its caller hung up. */
export function whenSent({ env: { outgoing } }: Http, then: (isHungUp: boolean) => void): void {
  if (outgoing.destroyed) then(!outgoing.writableFinished);
  else outgoing.on('close', () => then(!outgoing.writableFinished));
}

/** A signal that aborts when the caller hangs up before the answer is complete. `forget` removes the listener. */
export function hungUp({ env: { outgoing } }: Http): { signal: AbortSignal; forget(): void } {
  const gone = new AbortController();
  const close = (): void => {
    if (!outgoing.writableFinished) gone.abort(new Refusal('unavailable', 'MSG_generic_0503'));
  };
  if (outgoing.destroyed) close();
  else outgoing.once('close', close);
  return { signal: gone.signal, forget: () => outgoing.off('close', close) };
}
