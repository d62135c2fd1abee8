/** Whether the last call reached the server. */
let lost = false;
const listeners = new Set<() => void>();

export const isConnectionLost = (): boolean => lost;

/** Reports that a call did not reach the server. */
export const connectionLost = (): void => change(true);

/** Reports that the server responded to a call. */
export const connectionBack = (): void => change(false);

/** Calls `listener` on every change. @returns an unsubscribe function */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(now: boolean): void {
  if (lost === now) return;
  lost = now;
  for (const listener of listeners) listener();
}
