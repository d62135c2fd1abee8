import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Effect } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { maxAgents } from './agents.ts';
import { lockRows, writeCalculated } from './rows.ts';
import { splitByWeights } from './split.ts';
import { conflict } from './conflict.ts';

/** Decimal places of percentages. */
const PERCENT_DECIMALS = 4;
const QUANTITY_DECIMALS = 2;
const DEFAULT_PLACES = 2;

const detailEntity = 'agency-detail';

/** An agent of a record. `detail` is absent if the agent is only in the uploaded lines. */
interface Agent {
  code: string;
  quantity: Decimal;
  detail?: Row;
}

/**
 * Shares the premium of a global agency record by the containers of its agents (1§3 Global agency). The quantity of an
 * agent is the sum of its uploaded lines; agents without lines keep their quantity. The remainder goes to the last
 * agent. Actual premiums become the shares.
 *
 * @throws Refusal 409 without quantities or with too many agents
 */
export const allocate: Effect = async (kernel, { row: record }, context) => {
  const conditions = { agencyPremiumId: record['id'] };
  const details = await lockRows(kernel, { name: detailEntity, conditions, sort: ['id'] }, context);
  const lines = await lockRows(kernel, { name: 'agency-container', conditions, sort: ['id'] }, context);
  const agents = agentsOf(details, lines);
  const total = agents.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  if (total.isZero()) throw conflict('MSG_premium_0231');
  const max = maxAgents(kernel);
  // lines that were stored before saves limited their agents
  if (agents.length > max) throw conflict('MSG_premium_0232', { max });
  const premium = parseDecimal(record['totPremium']) ?? new Decimal(0);
  const quantities = agents.map(({ quantity }) => quantity);
  const places = (await kernel.currencies.places())(String(record['cur'])) ?? DEFAULT_PLACES;
  const premiums = splitByWeights(premium, quantities, places);
  const percents = splitByWeights(new Decimal(100), quantities, PERCENT_DECIMALS);
  const valuesOf = (index: number): Row => ({
    cntrQty: printDecimal(quantities[index]!, QUANTITY_DECIMALS),
    totalCntrQty: printDecimal(total, QUANTITY_DECIMALS),
    cntrPct: printDecimal(percents[index]!, PERCENT_DECIMALS),
    premium: printDecimal(premiums[index]!, DEFAULT_PLACES),
    actPremium: null,
    totalActualPremium: printDecimal(premium, DEFAULT_PLACES),
  });
  const changes = agents.flatMap(({ detail }, index) => (detail ? [{ before: detail, values: valuesOf(index) }] : []));
  const added = agents.flatMap(({ code, detail }, index) =>
    detail ? [] : [{ agencyPremiumId: record['id'], agenyCde: code, ...valuesOf(index) }],
  );
  await writeCalculated(
    kernel,
    entityNamed(kernel, detailEntity),
    { result: { changes, added }, options: { acceptWarnings: true, action: 'allocate', parent: record } },
    context,
  );
  return {
    message: {
      key: 'MSG_premium_0233',
      params: { agents: agents.length, currency: record['cur'], total: printDecimal(premium, DEFAULT_PLACES) },
    },
  };
};

/** The agents of a record in the order of their details, then those that only have uploaded lines. */
function agentsOf(details: readonly Row[], lines: readonly Row[]): Agent[] {
  const uploaded = new Map<string, Decimal>();
  for (const { agenyCde, teu } of lines) {
    const code = String(agenyCde);
    uploaded.set(code, (uploaded.get(code) ?? new Decimal(0)).plus(parseDecimal(teu) ?? 0));
  }
  const entered = details.map((detail): Agent => {
    const code = String(detail['agenyCde']);
    return { code, detail, quantity: uploaded.get(code) ?? parseDecimal(detail['cntrQty']) ?? new Decimal(0) };
  });
  const known = new Set(entered.map(({ code }) => code));
  const added = [...uploaded]
    .filter(([code]) => !known.has(code))
    .map(([code, quantity]): Agent => ({ code, quantity }));
  return [...entered, ...added];
}
