/** Whether single-key shortcuts are on. Readers who dictate can turn them off in this browser. */
const KEY = 'Quick-Keys';
const listeners = new Set<() => void>();

export const quickKeysAreOn = (): boolean => localStorage.getItem(KEY) !== 'off';

export function turnQuickKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Calls `listener` when the shortcuts are turned on or off. @returns an unsubscribe function */
export function onQuickKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
