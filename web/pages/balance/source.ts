import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The amounts of the bills and bank flows of a company in one currency, as decimal text. */
export interface Balance {
  company: string;
  currency: string;
  bills: string;
  lines: string;
  claimedForBills: string;
  allocatedToBills: string;
  flows: string;
  claimedOfFlows: string;
  allocatedOfFlows: string;
  open: string;
  /** number of bills, flows, charges and receivables that differ from their lines and fund claims */
  differing: number;
}

/** The query of the balances. */
export const balancesQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: ({ signal }) => call<Balance[]>('GET', '/api/_balances', { signal }),
});
