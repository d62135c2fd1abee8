import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** An uploaded file, as `/api/files` describes it. */
export interface StoredFile {
  id: string;
  name: string;
  /** media type */
  type: string;
  /** in bytes */
  size: number;
}

/** The ids in a value of kind `file` (an id) or `files` (ids); history keeps `{id, name}` in their place. */
export const idsOf = (value: unknown): string[] => entriesOf(value).map(({ id }) => id);

function entriesOf(value: unknown): { id: string; name?: string }[] {
  if (value === null || value === undefined) return [];
  return [value].flat().map((one: unknown) => (typeof one === 'object' && one !== null ? (one as { id: string; name?: string }) : { id: String(one) }));
}

/** The files of a value; one that the reader may not see, or that is gone, has only the name that history kept. */
export function useFiles(value: unknown): Partial<StoredFile>[] {
  const client = useQueryClient();
  const entries = entriesOf(value);
  const ids = entries.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['files', ids],
    queryFn: async ({ signal }) => {
      const known = ids.map((id) => client.getQueryData<StoredFile>(['file', id]));
      if (known.every((file) => file !== undefined)) return known;
      return call<StoredFile[]>('GET', '/api/files', { query: { id: ids.join(',') }, signal });
    },
    enabled: ids.length > 0,
    staleTime: Infinity,
    retry: false,
  });
  return entries.map(({ id, name }) => data?.find((file) => file.id === id) ?? { ...(name !== undefined && { name }) });
}
