import { queryOptions } from '@tanstack/react-query';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Label } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';

/** One operation of an approval, as the API returns it. */
export interface ApprovalLine {
  step: ApprovalStep;
  level: Label | null;
  by: string;
  byName: string | null;
  at: string;
  opinion: string | null;
}

/** One approval of a record, from its submission on. */
export interface ApprovalRound {
  id: string;
  open: boolean;
  /** decimal text */
  amount: string | null;
  currency: string;
  levels: (Label & { code: string })[];
  /** the level and the role that decide now */
  level: (Label & { code: string }) | null;
  role: Label | null;
  submitter: string;
  submitterName: string | null;
  lines: ApprovalLine[];
}

/**
 * Every approval of a record, the latest first. Its key begins as the record's does, so that both are read again
 * together.
 */
export const roundsQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['row', entity, id, 'approval'],
    queryFn: ({ signal }) =>
      call<ApprovalRound[]>('GET', `/api/${entity}/${encodeURIComponent(id)}/approval`, { signal }),
    staleTime: 0,
  });
