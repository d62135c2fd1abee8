import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** Change of a row between two versions. */
export type Change = 'added' | 'removed' | 'changed' | 'same';

/** One field of a row in both versions; only numbers have a `difference`. */
export interface FieldDifference {
  field: string;
  from: unknown;
  to: unknown;
  difference: string | null;
}

/** One row in both versions. */
export interface RowDifference {
  title: Label;
  change: Change;
  from: string | null;
  to: string | null;
  fields: FieldDifference[];
}

/** The totals of an amount over all rows with one currency. */
export interface Total {
  field: string;
  currency: string | null;
  from: string;
  to: string;
  difference: string;
}

/** The rows of one child in both versions. */
export interface ChildComparison {
  entity: string;
  counts: Record<Change, number>;
  totals: Total[];
  rows: RowDifference[];
}

/** Response of `GET /api/{entity}/{id}/compare`. */
export interface Comparison {
  from: Row;
  to: Row;
  parts: ChildComparison[];
}

/** Loads the comparison of two versions; it is never cached. */
export const comparisonQuery = (entity: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['row', entity, from, 'compare', to],
    queryFn: ({ signal }) =>
      call<Comparison>('GET', `/api/${entity}/${encodeURIComponent(from)}/compare`, { query: { with: to }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
