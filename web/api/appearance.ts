/** What the reader may choose; `system` follows the operating system. */
export type Appearance = 'light' | 'dark' | 'system';

const KEY = 'appearance';
const listeners = new Set<() => void>();

const isAppearance = (value: unknown): value is Appearance =>
  value === 'light' || value === 'dark' || value === 'system';

/** The look chosen in this browser last. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return isAppearance(stored) ? stored : 'system';
}

/** Changes the look at once and keeps the choice; what is no look is passed over. */
export function storeAppearance(appearance: string): void {
  if (!isAppearance(appearance)) return;
  localStorage.setItem(KEY, appearance);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the look is changed; answers how to stop that. */
export function onAppearanceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
