import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';

/** The ids of an entity's rows that the reader has looked at, in any browser. */
export const seenQuery = (entity: string) =>
  queryOptions({
    queryKey: ['seen', entity],
    queryFn: async ({ signal }) => new Set(await call<string[]>('GET', `/account/seen/${entity}`, { signal })),
    staleTime: 60_000,
  });

/** Remembers that the reader has looked at a row; told at once, and to the server in passing. */
export function useMarkSeen(entity: string): (id: string) => void {
  const client = useQueryClient();
  return useCallback(
    (id: string) => {
      client.setQueryData(seenQuery(entity).queryKey, (before) => new Set([...(before ?? []), id]));
      // that it could not be kept shows at the next visit: the row is new again
      void call('POST', `/account/seen/${entity}`, { body: { ids: [id] } }).catch(() => undefined);
    },
    [client, entity],
  );
}
