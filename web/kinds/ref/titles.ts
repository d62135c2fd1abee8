import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ref } from '../../../generator/model/types.ts';
import { rowsBy, targetOf, titleOf } from './target.ts';
import { textOf } from '../types.ts';

/** Values asked for together: a page of a list wants many titles at one moment, and gets them with one call. */
const MOST_TOGETHER = 200;

interface Batch { values: Set<string>; titles: Promise<Map<string, string>> }

const open = new Map<string, Batch>();

/** The title of the row that `value` points to; undefined until it is known, and where the reader may not see it. */
export function useTitle(ref: Ref | undefined, value: string): string | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['title', ref?.entity, ref?.by, value],
    queryFn: async () => (await batchOf(client, ref!, value)).get(value) ?? null,
    enabled: ref !== undefined && value !== '',
    staleTime: 60_000,
    retry: false,
  });
  return data ?? undefined;
}

/** Keeps the title of a row that was just chosen: it is known already, and shown without asking again. */
export function keepTitle(client: QueryClient, ref: Ref, value: string, title: string): void {
  client.setQueryData(['title', ref.entity, ref.by, value], title);
}

/** Titles of several rows at once, in the order of the values. */
export function useTitles(ref: Ref | undefined, values: readonly string[]): ReadonlyMap<string, string> | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['titles', ref?.entity, ref?.by, values],
    queryFn: () => titlesOf(client, ref!, values),
    enabled: ref !== undefined && values.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

/** Joins the batch that is being filled, or opens one that leaves at the end of this turn. */
function batchOf(client: QueryClient, ref: Ref, value: string): Promise<Map<string, string>> {
  const target = `${ref.entity}.${ref.by}`;
  const filling = open.get(target);
  if (filling && filling.values.size < MOST_TOGETHER) {
    filling.values.add(value);
    return filling.titles;
  }
  const values = new Set([value]);
  const titles = new Promise((resolve) => { setTimeout(resolve, 0); }).then(() => {
    if (open.get(target)?.values === values) open.delete(target);
    return titlesOf(client, ref, [...values]);
  });
  open.set(target, { values, titles });
  return titles;
}

/** A value that several rows share has a title only if theirs agree: a wrong name is worse than none. */
async function titlesOf(client: QueryClient, ref: Ref, values: readonly string[]): Promise<Map<string, string>> {
  const [entity, rows] = await Promise.all([targetOf(client, ref), rowsBy(ref, values)]);
  const titles = new Map<string, string>();
  for (const row of rows) {
    const value = textOf(row[ref.by]);
    const title = titleOf(entity, row);
    const known = titles.get(value);
    titles.set(value, known === undefined || known === title ? title : value);
  }
  return titles;
}
