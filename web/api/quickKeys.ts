import { Listeners } from './listeners.ts';

const KEY = 'Quick-Keys';
const listeners = new Listeners();

/** Whether single-key shortcuts are on. Readers who dictate can turn them off in this browser. */
export const quickKeysAreOn = (): boolean => localStorage.getItem(KEY) !== 'off';

export function turnQuickKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  listeners.notify();
}

/** Calls `listener` when the shortcuts are turned on or off. @returns an unsubscribe function */
export const onQuickKeys = listeners.subscribe;
