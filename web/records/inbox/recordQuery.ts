import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** Query of a record with its children, without those that are read through their lists (`x-child.grid`). */
export const recordQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['row', entity, id, 'few'],
    queryFn: ({ signal }) =>
      call<Row>('GET', `/api/${entity}/${encodeURIComponent(id)}`, { query: { children: 'few' }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
