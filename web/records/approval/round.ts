import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Label } from '../../../generator/model/field.ts';

/** One operation of an approval, as the API returns it. */
export interface ApprovalLine {
  step: ApprovalStep;
  level: (Label & { code: string }) | null;
  by: string;
  byName: string | null;
  at: string;
  opinion: string | null;
}

/** One approval of a record, which begins with its submission. */
export interface ApprovalRound {
  id: string;
  open: boolean;
  /** decimal text */
  amount: string | null;
  currency: string;
  levels: (Label & { code: string })[];
  /** the level and the role that must decide next */
  level: (Label & { code: string }) | null;
  role: Label | null;
  /** names of the people with that role who may decide next */
  deciders: string[];
  submitter: string;
  submitterName: string | null;
  lines: ApprovalLine[];
}
