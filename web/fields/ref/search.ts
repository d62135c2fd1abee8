import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { schemaQuery } from '../../records/model.ts';
import { useDelayed } from '../delayed.ts';
import type { Row } from '../types.ts';
import { searchTarget } from './target.ts';

export interface Search {
  rows: Row[];
  target: Entity | undefined;
  searching: boolean;
  failed: boolean;
}

/**
 * Searches the target of a field while a person types; an older search is cancelled. Nothing is asked until `active`.
 * @param beside the row of the field, as far as it is filled in
 */
export function useSearch(field: Field, typed: string, active: boolean, beside?: Row): Search {
  const client = useQueryClient();
  const text = useDelayed(typed);
  const name = field.ref?.entity ?? '';
  const target = useQuery({ ...schemaQuery(name), enabled: active && name !== '' });
  const found = useQuery({
    queryKey: [
      'picker',
      name,
      field.name,
      field.ref?.where,
      Object.keys(field.ref?.match ?? {}).map((own) => beside?.[own] ?? null),
      text,
    ],
    queryFn: ({ signal }) => searchTarget(client, field, text, beside, signal),
    enabled: active && name !== '',
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
