import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Amounts that must be equal, in groups. One of each leads to the list of its records for a company and currency. */
export const GROUPS = [
  {
    name: 'ofBills',
    amounts: ['bills', 'lines', 'claimedForBills', 'allocatedToBills'],
    list: { amount: 'bills', path: '/billing/settlement-bill', company: 'billCompany', currency: 'cur' },
  },
  {
    name: 'ofFlows',
    amounts: ['flows', 'open', 'claimedOfFlows', 'allocatedOfFlows'],
    // the list of all flows needs further filters
    list: { amount: 'open', path: '/bank/bank-slip', company: 'compCde', currency: 'origCcyCde', preset: 'open' },
  },
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

/** Address of the list to which an amount of a group leads. */
export function listAddress(
  { list }: (typeof GROUPS)[number],
  { company, currency }: Pick<Balance, 'company' | 'currency'>,
): string {
  const search = new URLSearchParams({
    [list.company]: company,
    [list.currency]: currency,
    ...('preset' in list && { _preset: list.preset }),
  });
  return `${list.path}?${String(search)}`;
}
