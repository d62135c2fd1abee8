import { useSyncExternalStore } from 'react';
import { Listeners } from '../api/listeners.ts';

let version = 0;
const listeners = new Listeners();

// dispatched by pages of `npm run dev`, which reload if no listener handles it
window.addEventListener('schemas-changed', (event) => {
  if (listeners.isEmpty) return;
  event.preventDefault();
  version += 1;
  listeners.notify();
});

/**
 * Number that changes with the schemas. Everything that was loaded or rendered with the previous schemas must be
 * discarded.
 */
export const useSchemasVersion = (): number => useSyncExternalStore(listeners.subscribe, () => version);
