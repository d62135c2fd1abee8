/** Number of rows with a value, and totals of their amounts as decimal text. */
export interface Group {
  value: string | null;
  count: number;
  /** the currency of the totals, for amounts whose currency is in a field; a value has a group for each */
  currency?: string | null;
  sums?: Record<string, string>;
  /** number of different values of the requested fields */
  distinct?: number;
  /** number of rows without a value of the requested column */
  absent?: number;
}

/** Number of rows in several groups. */
export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0);
