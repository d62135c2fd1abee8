import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** One record with its children and `_actions`, always as the server has it now. */
export const rowQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['row', entity, id],
    queryFn: ({ signal }) => call<Row>('GET', `/api/${entity}/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * The record; suspends until it is read. A page that was hidden first shows what it showed, and reads it again.
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
