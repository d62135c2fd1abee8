import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** Query of a record with its children and `_actions`. It is never served from the cache. */
export const rowQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['row', entity, id],
    queryFn: ({ signal }) => call<Row>('GET', `/api/${entity}/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * A record; suspends until it is read. A page that becomes visible again shows its previous content while it reads the
 * record again.
 *
 * @throws ApiError 404 for a record that does not exist
 */
export function useRow(entity: string, id: string): Row {
  const shown = useRef<Row>(undefined);
  const { data } = useSuspenseQuery({
    ...rowQuery(entity, id),
    initialData: () => shown.current as Row,
    initialDataUpdatedAt: 0,
  });
  useEffect(() => {
    shown.current = data;
  }, [data]);
  return data;
}
