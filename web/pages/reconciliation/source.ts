import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';

/** An entity with stored totals that follow from the parts of its rows. */
export interface Summed {
  name: string;
  area: string;
  label: Label;
  totals: { name: string; label: Label; formula: string; unchecked?: string }[];
}

/** A stored total that is not what its parts make. */
export interface Difference {
  id: string;
  title: Label;
  field: string;
  stored: unknown;
  worked: unknown;
}

/** How far the check of an entity has come, or what it found. */
export interface Found {
  rows: number;
  differences: Difference[];
  at: string;
  done: boolean;
  failed?: unknown;
}

export const summedQuery = queryOptions({
  queryKey: ['reconciliation'],
  queryFn: ({ signal }) => call<Summed[]>('GET', '/api/_reconciliation', { signal }),
  staleTime: Infinity,
});

/** More than that nobody reads; the rows that differ are mended first. */
export const MOST_TOLD = 500;

/** Looks at all rows of an entity, and tells after each step how far it came. It ends early where too much differs. */
export async function check(entity: string, tell: (found: Found) => void, signal: AbortSignal): Promise<void> {
  const found: Found = { rows: 0, differences: [], at: '', done: false };
  for (let after: string | null | undefined; after !== null;) {
    const step = await call<(Omit<Found, 'done'> & { next: string | null }) | undefined>(
      'GET',
      `/api/_reconciliation/${entity}`,
      { query: { after }, signal },
    );
    if (!step || signal.aborted) return;
    found.rows += step.rows;
    found.differences = [...found.differences, ...step.differences];
    after = found.differences.length >= MOST_TOLD ? null : step.next;
    tell({ ...found, at: step.at, done: after === null });
  }
}
