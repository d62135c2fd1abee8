import { useSyncExternalStore } from 'react';

let version = 0;
const listeners = new Set<() => void>();

// dispatched by the pages of `npm run dev`, which reload if nobody handles it
window.addEventListener('schemas-changed', (event) => {
  if (listeners.size === 0) return;
  event.preventDefault();
  version += 1;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Number that changes with the schemas: nothing that was loaded or rendered with the previous ones may stay. */
export const useSchemasVersion = (): number => useSyncExternalStore(subscribe, () => version);
