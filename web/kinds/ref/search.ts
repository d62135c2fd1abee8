import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Entity, Field } from '../../../generator/model/types.ts';
import { schemaQuery } from '../../entity/model.ts';
import type { Row } from '../types.ts';
import { searchTarget } from './target.ts';

/** A person types a letter each 100–200 ms; a search leaves when they pause. */
const PAUSE_MS = 180;

export interface Search {
  rows: Row[];
  target: Entity | undefined;
  searching: boolean;
  failed: boolean;
}

/** Searches the target of a field while a person types; an older search is cancelled. Nothing is asked until `active`. */
export function useSearch(field: Field, typed: string, active: boolean): Search {
  const client = useQueryClient();
  const text = useDelayed(typed);
  const name = field.ref?.entity ?? '';
  const target = useQuery({ ...schemaQuery(name), enabled: active && name !== '' });
  const found = useQuery({
    queryKey: ['picker', name, field.name, field.ref?.where, text],
    queryFn: ({ signal }) => searchTarget(client, field, text, signal),
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

function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : delayed;
}
