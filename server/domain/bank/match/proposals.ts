import { Decimal } from '../../../../generator/language/decimal.ts';
import { build, prepared } from '../../../db/statement.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Kernel } from '../../../kernel/core.ts';
import { entityNamed } from '../../../kernel/kernel.ts';
import { visibleRow } from '../../../kernel/read/row.ts';
import { may } from '../../../kernel/rights.ts';
import type { Row } from '../../../kernel/row.ts';
import { translate } from '../../../messages.ts';
import { amountOf } from '../../amount.ts';
import { money, unapportioned } from '../lines.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import { partiesOf } from './parties.ts';
import { findReferences, referencesIn } from './references.ts';
import { type Evidence, MIN_SCORE, type Reason, scoreOf } from './score.ts';

/** A line that an open bank flow may pay. Amounts are decimal text. */
export interface Proposal {
  entity: string;
  id: string;
  rev: number;
  /** number of the bill; null for a line of a case */
  number: string | null;
  case: { id: string; ourRef: string; bizType: string } | null;
  party: string | null;
  partyName: { en: string; zh: string } | null;
  currency: string;
  /**
   * of the line; not claimed of it yet; what one click claims; what is open of the line less what is open of the flow
   */
  total: string;
  open: string;
  amount: string;
  difference: string;
  dueDate: string | null;
  score: number;
  /** in the language of the call */
  reasons: string[];
  /** whether the caller may claim the flow for it */
  mayClaim: boolean;
}

const details = prepared<{ memoId: string }>()(($) =>
  build
    .selectFrom('bank_slip_detail')
    .select(['caseId', 'caseNo', 'amount', 'claimedAmt'])
    .where('memoId', '=', $('memoId'))
    .where('delFlag', '=', 'N'),
);

/**
 * Proposes bills, charges and receivables for an open bank flow, best first, each with its reasons
 * (domain/billing-bank.md, Bank flows 14). It only reads: money is claimed by the action `claimFunds` of a line.
 *
 * @returns none for a flow of which nothing can be claimed
 * @throws Refusal (403) without the right to bank flows, (404) for a flow that the caller may not see
 */
export async function proposalsFor(
  kernel: Kernel,
  { flowId, limit }: { flowId: string; limit: number },
  context: Context,
): Promise<Proposal[]> {
  const flow = JSON.parse(await visibleRow(kernel, entityNamed(kernel, 'bank-slip'), flowId, context)) as Row;
  const open = amountOf(flow, 'openAmount');
  if (flow['status'] !== 'ToBeClaim' || open.lte(0)) return [];
  const left = await leftOfDetails(flow, context);
  const references = await findReferences(referencesIn(textOf(flow)), context.db);
  const parties = await partiesOf(flow, context.db);
  const idsOf = (...kinds: string[]): string[] =>
    references.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const search = {
    flow,
    amount: money(open),
    parties: parties.all,
    ids: { billId: idsOf('bill', 'billInvoice'), paidChargeId: idsOf('claimInvoice') },
    cases: [...new Set([...idsOf('case', 'billOfLading'), ...left.ofCases.keys()])],
  };
  const detailed = new Set(left.ofCases.keys());
  const evidence = { flow, open, references, parties, detailed, similarities: new Map<string, number>() };
  return (await findCandidates(kernel, search, context))
    .flatMap((candidate) => score(candidate, evidence, left) ?? [])
    .toSorted(compareProposals)
    .slice(0, limit)
    .map((scored) => ({
      ...proposalOf(scored, evidence),
      reasons: scored.reasons.map(({ key, params }) => translate(context.language, key, params)),
      mayClaim: may(kernel, entityNamed(kernel, scored.candidate.line.entity), 'claimFunds', context),
    }));
}

interface Scored {
  candidate: Candidate;
  openOfLine: Decimal;
  /** what one click claims */
  amount: Decimal;
  /** how far the open amounts of line and flow are apart */
  distance: Decimal;
  score: number;
  reasons: Reason[];
}

/** @returns undefined for a candidate with too few reasons, or of which nothing can be claimed */
function score(candidate: Candidate, evidence: Evidence, left: Left): Scored | undefined {
  const openOfLine = new Decimal(candidate.total).minus(candidate.claimed);
  const amount = Decimal.min(evidence.open, openOfLine, leftFor(candidate, left) ?? openOfLine);
  const scored = scoreOf(candidate, openOfLine, evidence);
  if (scored.score < MIN_SCORE || amount.lte(0)) return undefined;
  return { candidate, openOfLine, amount, distance: openOfLine.minus(evidence.open).abs(), ...scored };
}

/** Order of proposals: more points, nearer in amount, due earlier, older. */
const compareProposals = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  a.distance.cmp(b.distance) ||
  (a.candidate.dueDate ?? '9').localeCompare(b.candidate.dueDate ?? '9') ||
  Number(a.candidate.id) - Number(b.candidate.id);

/** A scored candidate as the answer has it, without what depends on the caller. */
const proposalOf = ({ candidate, openOfLine, amount, score: points }: Scored, { flow, open }: Evidence) => {
  const { line, id, rev, number, party, partyEn, partyCh, total, dueDate, caseId, ourRef, bizType } = candidate;
  return {
    entity: line.entity,
    id,
    rev,
    number,
    case: caseId === null ? null : { id: caseId, ourRef: ourRef!, bizType: bizType! },
    party,
    partyName: partyEn === null || partyCh === null ? null : { en: partyEn, zh: partyCh },
    currency: String(flow['origCcyCde']),
    total: money(new Decimal(total)),
    open: money(openOfLine),
    amount: money(amount),
    difference: money(openOfLine.minus(open)),
    dueDate,
    score: Math.round(points),
  };
};

/** The texts of a flow that may name what it pays. */
const textOf = (flow: Row): string =>
  ['rmk', 'collRmk', 'payerNme', 'svvd']
    .map((name) => flow[name])
    .filter((text) => text != null)
    .join('\n');

/** What can be claimed of a flow with details: of each case, and for bills. Undefined without details. */
interface Left {
  ofCases: Map<string, Decimal>;
  forBills: Decimal | undefined;
}

async function leftOfDetails(flow: Row, { db }: Context): Promise<Left> {
  const rows = Number(flow['detailCount'] ?? 0) === 0 ? [] : await details.all(db, { memoId: String(flow['id']) });
  const ofCases = new Map<string, Decimal>();
  for (const row of rows) {
    const left = amountOf(row as Row, 'amount').minus(amountOf(row as Row, 'claimedAmt'));
    // a claim goes against the first detail of its case with something left
    if (row.caseId !== null && left.gt(0) && !ofCases.has(row.caseId)) ofCases.set(row.caseId, left);
  }
  const forBills = rows.length === 0 ? undefined : unapportioned(flow);
  return { ofCases, forBills };
}

/** What can be claimed for a line because of the details of the flow; undefined without details. */
function leftFor({ caseId }: Candidate, { ofCases, forBills }: Left): Decimal | undefined {
  if (forBills === undefined || caseId === null) return forBills;
  return ofCases.get(caseId) ?? new Decimal(0);
}
