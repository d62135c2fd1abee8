import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Row } from '../../kinds/types.ts';

/** One record with its children and `_actions`, always as the server has it now. */
export const rowQuery = (entity: string, id: string) => queryOptions({
  queryKey: ['row', entity, id],
  queryFn: ({ signal }) => call<Row>('GET', `/api/${entity}/${encodeURIComponent(id)}`, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Suspends until the record is there; one that is not is thrown as the API's 404. */
export const useRow = (entity: string, id: string): Row => useSuspenseQuery(rowQuery(entity, id)).data;
