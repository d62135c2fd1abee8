/** Whether the server answered the last call. Whoever shows it subscribes. */
let lost = false;
const listeners = new Set<() => void>();

export const isConnectionLost = (): boolean => lost;

/** A call did not reach the server. */
export const connectionLost = (): void => change(true);

/** A call was answered, whatever the answer. */
export const connectionBack = (): void => change(false);

/** Calls `listener` on every change; answers how to stop that. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(now: boolean): void {
  if (lost === now) return;
  lost = now;
  for (const listener of listeners) listener();
}
