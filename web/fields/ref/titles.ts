import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Label, Ref } from '../../../generator/model/field.ts';
import { codeOf, isAllowed } from '../../rights/resources.ts';
import { storedResources } from '../../rights/store.ts';
import { useLabel } from '../language.ts';
import { rowsBy, targetOf } from './target.ts';
import { textOf } from '../types.ts';

/** Maximum number of values in one call; a page of a list needs many titles. */
const MAX_PER_CALL = 200;

/** A row that a reference points to. */
export interface ReferencedRow {
  title: Label;
  /** address of its page; absent if several rows have the value, or the user may not open it */
  path?: string;
  /** the row is deleted */
  deleted?: true;
}

type Found = Map<string, ReferencedRow>;

interface Batch {
  values: Set<string>;
  found: Promise<Found>;
}

const openBatches = new Map<string, Batch>();

/**
 * Whether titles can be loaded for a reference. They cannot if the user may not read the rows (`closed`), or if a code
 * does not identify a single row (`bare`).
 */
const hasTitles = (ref: Ref | undefined): ref is Ref => ref !== undefined && !ref.closed && !ref.bare;

const titleKey = (ref: Ref | undefined, value: string) => ['title', ref?.entity, ref?.by, ref?.onDelete, value];

/** The title of the row that `value` points to; undefined until it is loaded, or if the user may not see it. */
export function useTitle(ref: Ref | undefined, value: string): string | undefined {
  const label = useLabel();
  const referenced = useReferencedRow(ref, value);
  return referenced ? label(referenced.title) : undefined;
}

/** The row that `value` points to; undefined until it is loaded, null if the user may not see it. */
export function useReferencedRow(ref: Ref | undefined, value: string): ReferencedRow | null | undefined {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: titleKey(ref, value),
    queryFn: async () => (await batchOf(client, ref!, value)).get(value) ?? null,
    enabled: hasTitles(ref) && value !== '',
    staleTime: 60_000,
    retry: false,
  });
  return isError ? null : data;
}

/** Stores the title of a row that was just chosen, so that it need not be loaded. */
export function keepTitle(client: QueryClient, ref: Ref, value: string, title: Label): void {
  if (hasTitles(ref)) client.setQueryData(titleKey(ref, value), { title } satisfies ReferencedRow);
}

/** Titles of several rows at once, in the order of the values. */
export function useTitles(ref: Ref | undefined, values: readonly string[]): ReadonlyMap<string, string> | undefined {
  const label = useLabel();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['titles', ref?.entity, ref?.by, ref?.onDelete, values],
    queryFn: () => readReferenced(client, ref!, values),
    enabled: hasTitles(ref) && values.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return data && new Map([...data].map(([value, { title }]) => [value, label(title)]));
}

/**
 * Adds a value to the open batch of a target, or to a new batch, which is sent at the end of this turn of the event
 * loop.
 */
function batchOf(client: QueryClient, ref: Ref, value: string): Promise<Found> {
  const target = `${ref.entity}.${ref.by}.${ref.onDelete}`;
  const batch = openBatches.get(target);
  if (batch && batch.values.size < MAX_PER_CALL) {
    batch.values.add(value);
    return batch.found;
  }
  const values = new Set([value]);
  const found = new Promise((resolve) => {
    setTimeout(resolve, 0);
  }).then(() => {
    if (openBatches.get(target)?.values === values) openBatches.delete(target);
    return readReferenced(client, ref, [...values]);
  });
  openBatches.set(target, { values, found });
  return found;
}

/** Loads the rows by value. A value of several rows has a title only if their titles are equal. */
async function readReferenced(client: QueryClient, ref: Ref, values: readonly string[]): Promise<Found> {
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
