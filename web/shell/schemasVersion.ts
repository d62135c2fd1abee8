import { useSyncExternalStore } from 'react';
import { Listeners } from '../api/listeners.ts';

let version = 0;
const listeners = new Listeners();

// dispatched by the pages of `npm run dev`, which reload if nobody handles it
window.addEventListener('schemas-changed', (event) => {
  if (listeners.isEmpty) return;
  event.preventDefault();
  version += 1;
  listeners.notify();
});

/** Number that changes with the schemas: nothing that was loaded or rendered with the previous ones may stay. */
export const useSchemasVersion = (): number => useSyncExternalStore(listeners.subscribe, () => version);
