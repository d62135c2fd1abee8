import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Label, Ref } from '../../../generator/model/field.ts';
import { codeOf, isAllowed } from '../../rights/resources.ts';
import { storedResources } from '../../rights/store.ts';
import { useLabel } from '../language.ts';
import { rowsBy, targetOf } from './target.ts';
import { textOf } from '../types.ts';

/** Values asked for together: a page of a list wants many titles at one moment, and gets them with one call. */
const MOST_TOGETHER = 200;

/** A row that something points to. */
export interface Pointed {
  title: Label;
  /** its page; absent where several rows share the value, and for who may not open it */
  path?: string;
  /** it was deleted since */
  deleted?: true;
}

type Found = Map<string, Pointed>;

interface Batch {
  values: Set<string>;
  found: Promise<Found>;
}

const open = new Map<string, Batch>();

/**
 * Whether rows are asked what they are called: not for a reader who may not know, nor by a code that stands for no
 * single row.
 */
const isNamed = (ref: Ref | undefined): ref is Ref => ref !== undefined && !ref.closed && !ref.bare;

const titleKey = (ref: Ref | undefined, value: string) => ['title', ref?.entity, ref?.by, ref?.onDelete, value];

/** The title of the row that `value` points to; undefined until it is known, and where the reader may not see it. */
export function useTitle(ref: Ref | undefined, value: string): string | undefined {
  const label = useLabel();
  const pointed = usePointed(ref, value);
  return pointed ? label(pointed.title) : undefined;
}

/** The row that `value` points to; undefined until it is known, null where the reader may not see it. */
export function usePointed(ref: Ref | undefined, value: string): Pointed | null | undefined {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: titleKey(ref, value),
    queryFn: async () => (await batchOf(client, ref!, value)).get(value) ?? null,
    enabled: isNamed(ref) && value !== '',
    staleTime: 60_000,
    retry: false,
  });
  return isError ? null : data;
}

/** Keeps the title of a row that was just chosen: it is known already, and shown without asking again. */
export function keepTitle(client: QueryClient, ref: Ref, value: string, title: Label): void {
  if (isNamed(ref)) client.setQueryData(titleKey(ref, value), { title } satisfies Pointed);
}

/** Titles of several rows at once, in the order of the values. */
export function useTitles(ref: Ref | undefined, values: readonly string[]): ReadonlyMap<string, string> | undefined {
  const label = useLabel();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['titles', ref?.entity, ref?.by, ref?.onDelete, values],
    queryFn: () => pointedTo(client, ref!, values),
    enabled: isNamed(ref) && values.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return data && new Map([...data].map(([value, { title }]) => [value, label(title)]));
}

/** Joins the batch that is being filled, or opens one that leaves at the end of this turn. */
function batchOf(client: QueryClient, ref: Ref, value: string): Promise<Found> {
  const target = `${ref.entity}.${ref.by}.${ref.onDelete}`;
  const filling = open.get(target);
  if (filling && filling.values.size < MOST_TOGETHER) {
    filling.values.add(value);
    return filling.found;
  }
  const values = new Set([value]);
  const found = new Promise((resolve) => {
    setTimeout(resolve, 0);
  }).then(() => {
    if (open.get(target)?.values === values) open.delete(target);
    return pointedTo(client, ref, [...values]);
  });
  open.set(target, { values, found });
  return found;
}

/** A value that several rows share has a title only if theirs agree: a wrong name is worse than none. */
async function pointedTo(client: QueryClient, ref: Ref, values: readonly string[]): Promise<Found> {
  const [entity, rows] = await Promise.all([targetOf(client, ref), rowsBy(ref, values)]);
  const mayRead = isAllowed(codeOf(entity, 'query'), storedResources());
  const found: Found = new Map();
  for (const row of rows) {
    const value = textOf(row[ref.by]);
    const title = titlesOf(entity, row);
    const known = found.get(value);
    if (known)
      found.set(value, {
        title: known.title.en === title.en && known.title.zh === title.zh ? title : { en: value, zh: value },
      });
    else if (row['delFlag'] === 'Y') found.set(value, { title, deleted: true });
    else found.set(value, mayRead ? { title, path: `/${entity.area}/${entity.name}/${textOf(row['id'])}` } : { title });
  }
  return found;
}
