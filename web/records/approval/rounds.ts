import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ApprovalRound } from './round.ts';

/**
 * Query of all approvals of a record, the latest first. Its key starts with the record's key, so that both are
 * invalidated together.
 */
export const roundsQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['row', entity, id, 'approval'],
    queryFn: ({ signal }) =>
      call<ApprovalRound[]>('GET', `/api/${entity}/${encodeURIComponent(id)}/approval`, { signal }),
    staleTime: 0,
  });
