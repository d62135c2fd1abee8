import type { Decimal } from '../../../../generator/language/decimal.ts';
import type { Label } from '../../../../generator/model/field.ts';
import type { Row } from '../../../kernel/row.ts';
import type { Candidate } from './candidates.ts';
import { similarityOf, type Parties } from './parties.ts';
import type { FoundReference, ReferenceKind } from './references.ts';

/** Why a line is proposed: the key of its text, and the parameters. */
export interface Reason {
  key: string;
  params: Record<string, unknown>;
}

/** The lower bound of the score of a proposal: a similar name alone is no reason. */
export const MIN_SCORE = 20;

/** Points of each reason. A reference names one record, an amount a few, a company many. */
const POINTS = { bill: 50, billInvoice: 50, claimInvoice: 50, case: 40, detail: 40, billOfLading: 35 } as const;
const EQUAL_AMOUNT = 30;
const NEAR_AMOUNT = 15;
const SAME_PARTY = 20;
const SIMILAR_PARTY = 12;
/** Similarity of names from which they are probably of one company. */
const MIN_SIMILARITY = 0.6;
/** What banks deduct at most from a transfer: a share of it, and an amount. */
const MAX_CHARGE_SHARE = '0.01';
const MAX_CHARGE = '60';

const KEYS: Record<ReferenceKind, string> = {
  bill: 'MSG_bank_0141',
  billInvoice: 'MSG_bank_0142',
  claimInvoice: 'MSG_bank_0142',
  case: 'MSG_bank_0143',
  billOfLading: 'MSG_bank_0144',
};

/** What is known about a flow. */
export interface Evidence {
  flow: Row;
  open: Decimal;
  references: readonly FoundReference[];
  parties: Parties;
  /** cases that details of the flow name */
  detailed: ReadonlySet<string>;
  /** similarity of the other party's name to companies, by their codes: many candidates have one company */
  similarities: Map<string, number>;
}

/** The score of a candidate, and its reasons, the strongest first. @param open what is not claimed of the candidate */
export function scoreOf(candidate: Candidate, open: Decimal, evidence: Evidence): { score: number; reasons: Reason[] } {
  const { flow, open: amount, references, detailed } = evidence;
  const found = [
    ...ofReferences(candidate, references),
    ...(candidate.caseId !== null && detailed.has(candidate.caseId)
      ? [{ points: POINTS.detail, key: 'MSG_bank_0145', params: { ref: candidate.ourRef } }]
      : []),
    ...ofAmount(open, amount, flow['origCcyCde']),
    ...ofParty(candidate, evidence),
  ].toSorted((a, b) => b.points - a.points);
  return {
    score: found.reduce((sum, { points }) => sum + points, 0),
    reasons: found.map(({ key, params }) => ({ key, params })),
  };
}

interface Scored extends Reason {
  points: number;
}

/** The strongest reference of each kind. */
function ofReferences({ line, id, caseId }: Candidate, references: readonly FoundReference[]): Scored[] {
  const names = ({ kind, id: target }: FoundReference): boolean => {
    if (kind === 'bill' || kind === 'billInvoice') return line.reference === 'billId' && target === id;
    if (kind === 'claimInvoice') return line.reference === 'paidChargeId' && target === id;
    return target === caseId;
  };
  const strongest = references.filter(names).toSorted((a, b) => POINTS[b.kind] - POINTS[a.kind])[0];
  return strongest
    ? [{ points: POINTS[strongest.kind], key: KEYS[strongest.kind], params: { ref: strongest.text } }]
    : [];
}

function ofAmount(open: Decimal, amount: Decimal, currency: unknown): Scored[] {
  if (open.eq(amount)) return [{ points: EQUAL_AMOUNT, key: 'MSG_bank_0146', params: {} }];
  const difference = open.minus(amount).abs();
  if (difference.gt(MAX_CHARGE) || difference.gt(open.times(MAX_CHARGE_SHARE))) return [];
  return [{ points: NEAR_AMOUNT, key: 'MSG_bank_0147', params: { difference: difference.toFixed(2), currency } }];
}

function ofParty({ party, partyEn, partyCh }: Candidate, { flow, parties, similarities: known }: Evidence): Scored[] {
  if (party === null) return [];
  const params = { name: { en: partyEn ?? party, zh: partyCh ?? party } satisfies Label };
  if (parties.ofAccount.has(party)) return [{ points: SAME_PARTY, key: 'MSG_bank_0150', params }];
  const name = String(flow['payerNme'] ?? '');
  const similarity = known.get(party) ?? Math.max(similarityOf(name, partyEn ?? ''), similarityOf(name, partyCh ?? ''));
  known.set(party, similarity);
  if (similarity === 1) return [{ points: SAME_PARTY, key: 'MSG_bank_0148', params }];
  return similarity < MIN_SIMILARITY ? [] : [{ points: SIMILAR_PARTY * similarity, key: 'MSG_bank_0149', params }];
}
