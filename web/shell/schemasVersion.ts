import { useSyncExternalStore } from 'react';

let turn = 0;
const listeners = new Set<() => void>();

// told by the pages of `npm run dev`, which reload where nobody takes it
window.addEventListener('schemas-changed', (event) => {
  if (listeners.size === 0) return;
  event.preventDefault();
  turn += 1;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes when the schemas came alive anew: nothing that was fetched or drawn by the former ones may stay. */
export const useSchemasVersion = (): number => useSyncExternalStore(subscribe, () => turn);
