import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '../api/listeners.ts';
import { onSessionChange, sessionToken, sessionNumber } from '../api/session.ts';
import { codeOf, isAllowed, LOGIN_BUTTON } from './resources.ts';

/** Key of the granted codes in session storage (1§9). */
const KEY = 'resource-list';
const listeners = new Listeners();
let cached: { text: string | null; resources: ReadonlySet<string> | null } = { text: null, resources: null };

/** The granted codes; null before they are loaded, after log-out, and for an invalid entry. */
export function storedResources(): ReadonlySet<string> | null {
  const text = sessionToken() ? sessionStorage.getItem(KEY) : null;
  if (text !== cached.text) cached = { text, resources: read(text) };
  return cached.resources;
}

function read(text: string | null): ReadonlySet<string> | null {
  try {
    const list = JSON.parse(text ?? 'null') as unknown;
    return Array.isArray(list) ? new Set(list.map(String)) : null;
  } catch {
    return null;
  }
}

/**
 * Stores the codes of the person who is logged in and updates every button. Log-in is always granted.
 */
export function keepResources(resources: readonly string[]): void {
  sessionStorage.setItem(KEY, JSON.stringify([LOGIN_BUTTON, ...resources]));
  listeners.notify();
}

let session = sessionNumber();
onSessionChange(() => {
  if (sessionToken() !== null && sessionNumber() === session) return;
  session = sessionNumber();
  sessionStorage.removeItem(KEY);
  listeners.notify();
});

/**
 * Returns a function that returns whether the user has the right of a code. The component renders again when the rights
 * change.
 */
export function useAllowed(): (code?: string) => boolean {
  const resources = useSyncExternalStore(listeners.subscribe, storedResources);
  return useCallback((code) => isAllowed(code, resources), [resources]);
}

/** Returns a function that returns whether the user has the right to an action of an entity. */
export function useMay(entity: { area: string; name: string }): (action: string) => boolean {
  const allowed = useAllowed();
  const { area, name } = entity;
  return useCallback((action) => allowed(codeOf({ area, name }, action)), [allowed, area, name]);
}
