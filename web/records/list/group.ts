/** Number of rows with a value, and totals of their amounts as decimal text. */
export interface Group {
  value: string | null;
  count: number;
  sums?: Record<string, string>;
}
