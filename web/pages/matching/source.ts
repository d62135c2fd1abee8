import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import { call, callWithMessage } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import { shownKey } from '../../records/list/shownRows.ts';

/** The list of bank flows, with its preset for those of which money is left. */
export const FLOWS = { entity: 'bank-slip', preset: 'open', path: '/bank/bank-slip' } as const;

/** A bank flow of which money is left. Amounts are decimal text. */
export interface Flow {
  id: string;
  bnkSeqNum: string;
  bankInDte: string;
  compCde: string;
  operationType: 'RECEIPT' | 'PAYMENT';
  origCcyCde: string;
  origTtlAmt: string;
  claimedAmt: string;
  openAmount: string;
  payerNme: string | null;
  payerBnkAcctNum?: string | null;
  rmk: string | null;
}

/** A bill, charge or receivable that a flow may pay. Amounts are decimal text. */
export interface Proposal {
  entity: string;
  id: string;
  rev: number;
  number: string | null;
  case: { id: string; ourRef: string; bizType: string } | null;
  party: string | null;
  partyName: Label | null;
  currency: string;
  open: string;
  /** what one click claims */
  amount: string;
  /** open amount of the line less that of the flow */
  difference: string;
  dueDate: string | null;
  reasons: string[];
  mayClaim: boolean;
}

/** Query of the proposals for a flow, best first. */
export const proposalsQuery = (flow: string) =>
  queryOptions({
    queryKey: [...shownKey(FLOWS.entity), 'matches', flow],
    queryFn: ({ signal }) => call<Proposal[]>('GET', `/api/_matches/${flow}`, { signal }),
    staleTime: 10_000,
  });

/** Claims money of a flow for a proposal. @returns the server's message @throws ApiError */
export async function claim(flow: Flow, { entity, id, rev, amount }: Proposal): Promise<string> {
  const body = { rev, memoId: flow.id, allocatedAmt: amount };
  return (await callWithMessage('POST', `/api/${entity}/${id}/actions/claimFunds`, { body })).message;
}

/** A fund claim that is not reversed. */
interface FundClaim {
  id: string;
  rev: number;
  reversalOf: string | null;
}

/** Query of the latest claim of a flow by a user; null if there is none that is not reversed. */
export const ownClaimQuery = (flow: string, userCde: string) =>
  queryOptions({
    queryKey: [...shownKey('fund-claim'), 'own', flow, userCde],
    queryFn: async ({ signal }) => {
      const where: Where = [
        { name: 'memoId', type: 'equal', value: flow },
        { name: 'creater', type: 'equal', value: userCde },
        { name: 'reversedFlag', type: 'equal', value: 'N' },
      ];
      const { records } = await call<{ records: FundClaim[] }>('GET', '/api/fund-claim', {
        query: { current: 1, pageSize: 100, sort: '-id', where: JSON.stringify(where) },
        signal,
      });
      return records.find(({ reversalOf }) => reversalOf === null) ?? null;
    },
  });

/** Reverses a claim. @returns the server's message @throws ApiError */
export async function reverse({ id, rev }: FundClaim, remark: string): Promise<string> {
  return (await callWithMessage('POST', `/api/fund-claim/${id}/actions/reverse`, { body: { rev, remark } })).message;
}
