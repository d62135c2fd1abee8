import { Listeners } from './listeners.ts';

const KEY = 'Quick-Keys';
const listeners = new Listeners();

/** Whether single-key shortcuts are on. Users who dictate can turn them off in this browser. */
export const areQuickKeysOn = (): boolean => localStorage.getItem(KEY) !== 'off';

/** Turns single-key shortcuts on or off, and stores the choice. */
export function setQuickKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  listeners.notify();
}

/** Calls `listener` when the shortcuts are turned on or off. @returns an unsubscribe function */
export const onQuickKeys = listeners.subscribe;
