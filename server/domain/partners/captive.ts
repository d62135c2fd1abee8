import type { Row } from '../../kernel/row.ts';
import { interpretStatus, type Adapter, type PartnerAnswer, type Verdict } from './adapter.ts';

/** System fields of a row, which are not sent. */
const SYSTEM_FIELDS = new Set(['rev', 'delFlag', 'creater', 'createAt', 'updater', 'updateAt', '_actions']);

/**
 * Adapter of the captive insurer (2§7: send policy). The insurer receives a bordereau: the fields of the record as
 * `head`, and its children as `lines` by entity, with amounts as decimal text. It answers `{"accepted": true,
 * "reference"}`, or `{"accepted": false, "reasons"}` for a bordereau that it does not insure (assumed: the
 * specification does not show the answer).
 */
export const captive: Adapter = {
  events: ['policy', 'claim', 'lossAdjustment', 'vessel', 'company'],
  content: ({ event, entity, businessNo, record }) => ({
    bordereau: event,
    kind: entity,
    businessNo,
    ...bordereauOf(record),
  }),
  interpret: interpretBordereau,
};

function interpretBordereau(answer: PartnerAnswer): Verdict {
  const verdict = interpretStatus(answer);
  // a success without `accepted` may come from a proxy, so it is no acceptance
  if (verdict.outcome !== 'delivered') return verdict;
  if (answer.body?.['accepted'] === true) return verdict;
  return { outcome: answer.body?.['accepted'] === false ? 'refused' : 'retry' };
}

/** The fields of a record, and its children by entity. */
function bordereauOf(record: Row): Row {
  const head: Row = {};
  const lines: Record<string, Row[]> = {};
  for (const [name, value] of Object.entries(withoutSystemFields(record))) {
    if (isChildren(value)) lines[name] = value.map(withoutSystemFields);
    else head[name] = value;
  }
  return { head, lines };
}

const isChildren = (value: unknown): value is Row[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'object' && item !== null && 'rev' in item);

const withoutSystemFields = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !SYSTEM_FIELDS.has(name) && value !== null));
