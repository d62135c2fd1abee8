import { Listeners } from './listeners.ts';

let lost = false;
const listeners = new Listeners();

/** Whether the last call did not reach the server. */
export const isConnectionLost = (): boolean => lost;

/** Reports that a call did not reach the server. */
export const reportConnectionLost = (): void => setLost(true);

/** Reports that the server responded to a call. */
export const reportConnectionBack = (): void => setLost(false);

/** Calls `listener` on every change. @returns an unsubscribe function */
export const onConnectionChange = listeners.subscribe;

function setLost(next: boolean): void {
  if (lost === next) return;
  lost = next;
  listeners.notify();
}
