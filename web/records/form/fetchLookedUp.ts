import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
import type { LookedUp } from './lookedUp.ts';

/** Rows in one call; the API takes twice as many. */
const MAX_PER_CALL = 500;

/** Asks the server for parents and lookups (`FetchLookedUp`), which it finds as it will on saving. */
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

/** Fetches the parent and lookups of a draft whenever the fields change by which they are found. */
export function useLookedUp(draft: Draft): void {
  const key = useSyncExternalStore(draft.subscribe, draft.lookupKey);
  useEffect(() => {
    if (key === undefined) return undefined;
    const leaving = new AbortController();
    fetchLookedUp(draft.entity.name, [JSON.parse(key) as Row], leaving.signal)
      // without an answer the server computes the values when the row is saved
      .then(
        ([found]) => draft.setLookedUp(found!),
        () => undefined,
      );
    return () => leaving.abort();
  }, [key, draft]);
}
