const listeners = new Set<() => void>();

/** Calls `listener` whenever the server refuses a call for want of a right; answers how to stop that. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server refused a call for want of a right. */
export function announceRefused(): void {
  for (const listener of listeners) listener();
}
