import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
import type { LookedUp } from './lookedUp.ts';

/** Rows in one call; the API takes twice as many. */
const MOST_TOGETHER = 500;

/** Asks the server (`FetchLookedUp`), which finds the rows as it will on saving. */
export const fetchLookedUp = async (
  entity: string,
  items: readonly Row[],
  signal?: AbortSignal,
): Promise<LookedUp[]> => {
  const found: LookedUp[] = [];
  for (let from = 0; from < items.length; from += MOST_TOGETHER) {
    found.push(
      ...(await call<LookedUp[]>('POST', `/api/${entity}/surroundings`, {
        body: { items: items.slice(from, from + MOST_TOGETHER) },
        ...(signal && { signal }),
      })),
    );
  }
  return found;
};

/** Keeps a draft told of what its formulae read beside it, as the fields change by which that is found. */
export function useLookedUp(draft: Draft): void {
  const asked = useSyncExternalStore(draft.subscribe, draft.lookupKey);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const leaving = new AbortController();
    fetchLookedUp(draft.entity.name, [JSON.parse(asked) as Row], leaving.signal)
      // without an answer the server works the values out when the row is saved
      .then(
        ([outside]) => draft.setLookedUp(outside!),
        () => undefined,
      );
    return () => leaving.abort();
  }, [asked, draft]);
}
