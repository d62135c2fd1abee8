import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';

/** Query of the ids of an entity's rows that the user has opened, in any browser. */
export const seenQuery = (entity: string) =>
  queryOptions({
    queryKey: ['seen', entity],
    queryFn: async ({ signal }) => new Set(await call<string[]>('GET', `/account/seen/${entity}`, { signal })),
    staleTime: 60_000,
  });

/** Returns a function that marks a row as opened in this browser at once, and on the server without waiting. */
export function useMarkSeen(entity: string): (id: string) => void {
  const client = useQueryClient();
  return useCallback(
    (id: string) => {
      client.setQueryData(seenQuery(entity).queryKey, (before) => new Set([...(before ?? []), id]));
      // After a failure the row is new again at the next visit.
      void call('POST', `/account/seen/${entity}`, { body: { ids: [id] } }).catch(() => undefined);
    },
    [client, entity],
  );
}
