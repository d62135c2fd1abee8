/** Whether single-key shortcuts are on. Readers who dictate can turn them off in this browser. */
const KEY = 'Quick-Keys';
const heard = new Set<() => void>();

export const quickKeysAreOn = (): boolean => localStorage.getItem(KEY) !== 'off';

export function turnQuickKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  for (const tell of heard) tell();
}

export function onQuickKeys(tell: () => void): () => void {
  heard.add(tell);
  return () => heard.delete(tell);
}
