import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Amounts that must be equal, in groups. */
export const GROUPS = [
  { name: 'ofBills', amounts: ['bills', 'lines', 'claimedForBills', 'allocatedToBills'] },
  { name: 'ofFlows', amounts: ['flows', 'open', 'claimedOfFlows', 'allocatedOfFlows'] },
] as const;

/** The amounts of the bills and bank flows of a company in one currency, as decimal text. */
export interface Balance extends Record<(typeof GROUPS)[number]['amounts'][number], string> {
  company: string;
  currency: string;
  /** number of bills, flows, charges and receivables that differ from their lines and fund claims */
  differing: number;
}

/** The query of the balances. */
export const balancesQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: ({ signal }) => call<Balance[]>('GET', '/api/_balances', { signal }),
});
