/** Appearances to choose from; `system` is that of the operating system. */
export type Appearance = 'light' | 'dark' | 'system';

const KEY = 'appearance';
const listeners = new Set<() => void>();

const isAppearance = (value: unknown): value is Appearance =>
  value === 'light' || value === 'dark' || value === 'system';

/** The appearance chosen last in this browser. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return isAppearance(stored) ? stored : 'system';
}

/** Applies and stores an appearance; ignores an invalid one. */
export function storeAppearance(appearance: string): void {
  if (!isAppearance(appearance)) return;
  localStorage.setItem(KEY, appearance);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the appearance changes. @returns an unsubscribe function */
export function onAppearanceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
