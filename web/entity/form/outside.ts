import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../kinds/types.ts';
import type { Draft } from './draft.ts';
import type { Outside } from './lookedUp.ts';

/** Keeps a draft told of what its formulae read beside it, as the fields change by which that is found. */
export function useOutside(draft: Draft): void {
  const asked = useSyncExternalStore(draft.subscribe, draft.askedOutside);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const leaving = new AbortController();
    call<Outside>('POST', `/api/${draft.entity.name}/surroundings`, { body: JSON.parse(asked) as Row, signal: leaving.signal })
      // without an answer the server works the values out when the row is saved
      .then((outside) => draft.surround(outside), () => undefined);
    return () => leaving.abort();
  }, [asked, draft]);
}
