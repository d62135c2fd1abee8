import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
import type { LookedUp } from './lookedUp.ts';

/** Maximum number of rows in one call; the API accepts twice as many. */
const MAX_PER_CALL = 500;

/** Fetches parents and lookups (`FetchLookedUp`). The server finds them in the same way when it saves a row. */
export const fetchLookedUp = async (
  entity: string,
  items: readonly Row[],
  signal?: AbortSignal,
): Promise<LookedUp[]> => {
  const found: LookedUp[] = [];
  for (let from = 0; from < items.length; from += MAX_PER_CALL) {
    found.push(
      ...(await call<LookedUp[]>('POST', `/api/${entity}/surroundings`, {
        body: { items: items.slice(from, from + MAX_PER_CALL) },
        ...(signal && { signal }),
      })),
    );
  }
  return found;
};

/** Fetches the parent and lookups of a draft, and again whenever the fields that find them change. */
export function useLookedUp(draft: Draft): void {
  const key = useSyncExternalStore(draft.subscribe, draft.lookupKey);
  useEffect(() => {
    if (key === undefined) return undefined;
    const abort = new AbortController();
    fetchLookedUp(draft.entity.name, [JSON.parse(key) as Row], abort.signal)
      // if the call fails, the server computes the values when the row is saved
      .then(
        ([found]) => draft.setLookedUp(found!),
        () => undefined,
      );
    return () => abort.abort();
  }, [key, draft]);
}
