import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';

/** An entity with stored totals that are computed from the children of its rows. */
export interface Summed {
  name: string;
  area: string;
  label: Label;
  totals: { name: string; label: Label; formula: string; unchecked?: string }[];
}

/** A stored total that differs from the computed total (`worked`). */
export interface Difference {
  id: string;
  title: Label;
  field: string;
  stored: unknown;
  worked: unknown;
}

/** Progress and result of the check of an entity. */
export interface CheckResult {
  rows: number;
  differences: Difference[];
  at: string;
  done: boolean;
  failed?: unknown;
}

/** The query of the totals that were compared. */
export const summedQuery = queryOptions({
  queryKey: ['reconciliation'],
  queryFn: ({ signal }) => call<Summed[]>('GET', '/api/_reconciliation', { signal }),
  staleTime: Infinity,
});

/** Number of differences at which the check of an entity stops. */
export const MAX_DIFFERENCES = 500;

/** Checks all rows of an entity in steps, and reports the result after each step. @throws ApiError */
export async function check(entity: string, report: (found: CheckResult) => void, signal: AbortSignal): Promise<void> {
  const found: CheckResult = { rows: 0, differences: [], at: '', done: false };
  for (let after: string | null | undefined; after !== null;) {
    const step = await call<(Omit<CheckResult, 'done'> & { next: string | null }) | undefined>(
      'GET',
      `/api/_reconciliation/${entity}`,
      { query: { after }, signal },
    );
    if (!step || signal.aborted) return;
    found.rows += step.rows;
    found.differences = [...found.differences, ...step.differences];
    after = found.differences.length >= MAX_DIFFERENCES ? null : step.next;
    report({ ...found, at: step.at, done: after === null });
  }
}
