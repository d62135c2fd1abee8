import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { schemaQuery } from '../../records/model.ts';
import { useDelayed } from '../delayed.ts';
import type { Row } from '../types.ts';
import { searchTarget } from './target.ts';

/** State of a picker's search. */
export interface Search {
  rows: Row[];
  target: Entity | undefined;
  searching: boolean;
  failed: boolean;
}

/**
 * Searches the target of a field while the user types, and cancels the previous search.
 *
 * @param isActive whether the picker is open
 * @param row the row of the field, with the values entered so far
 */
export function useSearch({ name, ref }: Field, typed: string, isActive: boolean, row?: Row): Search {
  const client = useQueryClient();
  const text = useDelayed(typed);
  const target = useQuery({ ...schemaQuery(ref?.entity ?? ''), enabled: isActive && ref !== undefined });
  const found = useQuery({
    queryKey: [
      'picker',
      ref?.entity,
      name,
      ref?.where,
      Object.keys(ref?.match ?? {}).map((own) => row?.[own] ?? null),
      text,
    ],
    queryFn: ({ signal }) => searchTarget(client, { ref: ref!, typed: text, row, signal }),
    enabled: isActive && ref !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  return {
    rows: found.data ?? [],
    target: target.data?.entity,
    searching: found.isFetching || text !== typed,
    failed: found.isError,
  };
}
