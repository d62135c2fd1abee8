import { queryOptions } from '@tanstack/react-query';
import type { Comparison } from '../../../generator/language/comparison.ts';
import { call } from '../../api/client.ts';

/** Loads the comparison of two versions; it is never cached. */
export const comparisonQuery = (entity: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['row', entity, from, 'compare', to],
    queryFn: ({ signal }) =>
      call<Comparison>('GET', `/api/${entity}/${encodeURIComponent(from)}/compare`, { query: { with: to }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
