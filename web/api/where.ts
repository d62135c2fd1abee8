/** A condition of a list in the API (`where`, `searchCondition`). */
export interface Condition {
  name: string;
  type: 'equal' | 'like' | 'array' | 'dateRange' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'isNull' | 'notNull';
  value?: unknown;
}

/** A list of conditions joined by AND; an entry `or` joins groups by OR. */
export type Where = (Condition | { or: Where[] })[];
