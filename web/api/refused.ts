import { Listeners } from './listeners.ts';

const listeners = new Listeners();

/** Calls `listener` when the server refuses a call for a missing right. @returns an unsubscribe function */
export const onRefused = listeners.subscribe;

/** Reports that the server refused a call for a missing right. */
export const announceRefused = listeners.notify;
