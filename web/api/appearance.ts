import { Listeners } from './listeners.ts';

/** Appearances to choose from; `system` is that of the operating system. */
export type Appearance = 'light' | 'dark' | 'system';

const KEY = 'appearance';
const listeners = new Listeners();

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
  listeners.notify();
}

/** Calls `listener` when the appearance changes. @returns an unsubscribe function */
export const onAppearanceChange = listeners.subscribe;
