const listeners = new Set<() => void>();

/** Calls `listener` when the server refuses a call for a missing right. @returns an unsubscribe function */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the server refused a call for a missing right. */
export function announceRefused(): void {
  for (const listener of listeners) listener();
}
