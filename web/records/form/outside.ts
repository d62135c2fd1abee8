import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import type { Draft } from './draft.ts';
import type { Outside } from './lookedUp.ts';

/** Rows in one call; the API takes twice as many. */
const MOST_TOGETHER = 500;

/** Asks the server (`AskOutside`), which finds the rows as it will on saving. */
export const askOutside = async (entity: string, items: readonly Row[], signal?: AbortSignal): Promise<Outside[]> => {
  const found: Outside[] = [];
  for (let from = 0; from < items.length; from += MOST_TOGETHER) {
    found.push(
      ...(await call<Outside[]>('POST', `/api/${entity}/surroundings`, {
        body: { items: items.slice(from, from + MOST_TOGETHER) },
        ...(signal && { signal }),
      })),
    );
  }
  return found;
};

/** Keeps a draft told of what its formulae read beside it, as the fields change by which that is found. */
export function useOutside(draft: Draft): void {
  const asked = useSyncExternalStore(draft.subscribe, draft.askedOutside);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const leaving = new AbortController();
    askOutside(draft.entity.name, [JSON.parse(asked) as Row], leaving.signal)
      // without an answer the server works the values out when the row is saved
      .then(
        ([outside]) => draft.surround(outside!),
        () => undefined,
      );
    return () => leaving.abort();
  }, [asked, draft]);
}
