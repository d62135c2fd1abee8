import { useCallback, useSyncExternalStore } from 'react';
import { onSessionChange, sessionToken, sessionNumber } from '../api/session.ts';
import { codeOf, isAllowed, LOGIN_BUTTON } from './resources.ts';

/** Where the buttons' codes lie for as long as the browser's tab is open (1§9). */
const KEY = 'resource-list';
const listeners = new Set<() => void>();
let known: { text: string | null; resources: ReadonlySet<string> | null } = { text: null, resources: null };

/**
 * The codes that are stored; null while nothing is, or nobody is logged in any more. What cannot be read counts as
 * nothing.
 */
export function storedResources(): ReadonlySet<string> | null {
  const text = sessionToken() ? sessionStorage.getItem(KEY) : null;
  if (text !== known.text) known = { text, resources: read(text) };
  return known.resources;
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
 * Keeps the codes of whoever is logged in, and has every button asked again. Everybody may log in, as somebody else.
 */
export function keepResources(resources: readonly string[]): void {
  sessionStorage.setItem(KEY, JSON.stringify([LOGIN_BUTTON, ...resources]));
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let turn = sessionNumber();
onSessionChange(() => {
  if (sessionToken() !== null && sessionNumber() === turn) return;
  turn = sessionNumber();
  sessionStorage.removeItem(KEY);
  announce();
});

/** Answers for a button's code whether the reader may press it; drawn again when rights change. */
export function useAllowed(): (code?: string) => boolean {
  const resources = useSyncExternalStore(subscribe, storedResources);
  return useCallback((code) => isAllowed(code, resources), [resources]);
}

/** Answers for an entity's action whether the reader may take it. */
export function useMay(entity: { area: string; name: string }): (action: string) => boolean {
  const allowed = useAllowed();
  const { area, name } = entity;
  return useCallback((action) => allowed(codeOf({ area, name }, action)), [allowed, area, name]);
}
