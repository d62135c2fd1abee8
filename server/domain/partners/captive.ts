import type { Row } from '../../kernel/row.ts';
import { interpretStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** What the kernel keeps of a row for itself: nothing to the insurer. */
const INTERNAL = new Set(['rev', 'delFlag', 'creater', 'createAt', 'updater', 'updateAt', '_actions']);

/**
 * The captive insurer (2§7: send policy). It gets a bordereau: the head of what is insured, and its rows under the
 * names of their kinds, amounts as decimal text. It answers `{"accepted": true, "reference"}`, or `{"accepted": false,
 * "reasons"}` for what it has read and does not insure (assumed: its own behaviour is not shown).
 */
export const captive: Adapter = {
  events: ['policy', 'claim', 'lossAdjustment', 'vessel', 'company'],
  content: ({ event, entity, businessNo, record }) => ({
    bordereau: event,
    kind: entity,
    businessNo,
    ...outside(record),
  }),
  interpret: interpretBordereau,
};

function interpretBordereau(answer: PartnerAnswer): Verdict {
  const verdict = interpretStatus(answer);
  // a success without the insurer's word is no acceptance: something between us answered
  if (verdict.outcome !== 'delivered') return verdict;
  if (answer.body?.['accepted'] === true) return verdict;
  return { outcome: answer.body?.['accepted'] === false ? 'refused' : 'again' };
}

/** The head's fields, and each list of parts under the name of its kind. */
function outside(record: Row): Row {
  const head: Row = {};
  const lines: Record<string, Row[]> = {};
  for (const [name, value] of Object.entries(withoutInternal(record))) {
    if (isParts(value)) lines[name] = value.map(withoutInternal);
    else head[name] = value;
  }
  return { head, lines };
}

const isParts = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'object' && one !== null && 'rev' in one);

const withoutInternal = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !INTERNAL.has(name) && value !== null));
