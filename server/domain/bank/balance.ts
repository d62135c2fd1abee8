import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { accessFilter } from '../../kernel/read/access.ts';
import { may, permit } from '../../kernel/rights.ts';
import { statement, Values } from '../../kernel/statement.ts';
import { type Line, LINES } from './lines.ts';

/** The compared amounts of bills and bank flows. */
const AMOUNTS = [
  /** total settlement amount of bills */
  'bills',
  /** total amount of the lines of bills */
  'lines',
  /** claimed amount stored in bills */
  'claimedForBills',
  /** total of the fund claims for bills */
  'allocatedToBills',
  /** total amount of flows */
  'flows',
  /** claimed amount stored in flows */
  'claimedOfFlows',
  /** total of the fund claims of flows */
  'allocatedOfFlows',
  /** open amount of flows */
  'open',
] as const;

/** The amounts of the bills and bank flows of a company in one currency, as decimal text. */
export interface Balance extends Record<(typeof AMOUNTS)[number], string> {
  company: string;
  currency: string;
  /**
   * number of bills, flows, charges and receivables whose own amounts differ from those of their lines and fund claims
   */
  differing: number;
}

/**
 * Compares the amounts of bills with their lines and fund claims, those of bank flows and their details with their fund
 * claims, and the claimed amounts of charges and receivables with their fund claims (domain/billing-bank.md).
 * Amounts are added up by the database from the rows themselves, in one statement, so at one moment.
 *
 * @returns the companies and currencies that the caller may see, sorted
 * @throws Refusal (403) without the right to bills and bank flows
 */
export async function balances(kernel: Kernel, context: Context): Promise<Balance[]> {
  const values = new Values();
  const visibleRows = (name: string): string => {
    const runtime = entityNamed(kernel, name);
    const access = accessFilter({ kernel, context, values }, runtime);
    return `${quote(runtime.entity.table)} t where t."delFlag" = 'N'${access === '' ? '' : ` and (${access})`}`;
  };
  for (const name of ['settlement-bill', 'bank-slip']) permit(kernel, entityNamed(kernel, name), 'query', context);
  const lines = LINES.filter(
    ({ entity, reference }) => reference !== 'billId' && may(kernel, entityNamed(kernel, entity), 'query', context),
  );
  const amounts = AMOUNTS.map((name) => `sum(${quote(name)})::numeric(20, 2)::text as ${quote(name)}`);
  const text = `with bill as (${billsOf(visibleRows('settlement-bill'))}), flow as (${flowsOf(visibleRows('bank-slip'))}),
    compared as (
      select company, currency, settled as bills, lines, claimed as "claimedForBills", allocated as "allocatedToBills",
        0 as flows, 0 as "claimedOfFlows", 0 as "allocatedOfFlows", 0 as open,
        (settled <> lines or claimed <> allocated or claimed > settled)::int as differing
      from bill
      union all
      select company, currency, 0, 0, 0, 0, total, claimed, allocated, open,
        (claimed <> allocated or open <> total - claimed or open < 0 or "detailsDiffer")::int
      from flow
      ${lines.map((line) => `union all ${linesThatDiffer(line, visibleRows(line.entity))}`).join(' ')}
    )
    select company, currency, ${amounts.join(', ')}, sum(differing)::int as differing
    from compared group by company, currency order by company, currency`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return rows as Balance[];
}

/** The sum of the fund claims of a row `of` (SQL). */
const allocatedTo = (reference: string, of = 't'): string =>
  `coalesce((select sum(f."allocatedAmt") from fund_claim f where f.${quote(reference)} = ${of}.id and f."delFlag" = 'N'), 0)`;

/** The amounts of each bill (SQL). */
const billsOf = (visible: string): string => `
  select t."billCompany" as company, t.cur as currency, coalesce(t."settleAmt", 0) as settled, coalesce(t."claimedAmt", 0) as claimed,
    abs(coalesce((select sum(l."lineAmt") from bill_line l where l."headId" = t.id and l."delFlag" = 'N'), 0)) as lines,
    ${allocatedTo('billId')} as allocated
  from ${visible}`;

/** The amounts of each flow (SQL). */
const flowsOf = (visible: string): string => `
  select t."compCde" as company, t."origCcyCde" as currency, t."origTtlAmt" as total, coalesce(t."claimedAmt", 0) as claimed,
    coalesce(t."openAmount", t."origTtlAmt") as open, ${allocatedTo('memoId')} as allocated,
    exists (
      select from bank_slip_detail d
      where d."memoId" = t.id and d."delFlag" = 'N' and d."claimedAmt" <> ${allocatedTo('detailId', 'd')}
    ) as "detailsDiffer"
  from ${visible}`;

/** The charges or receivables that differ from their fund claims (SQL). The charges of a bill are paid by the bill. */
const linesThatDiffer = ({ entity, reference, currency }: Line, visible: string): string => `
  select t."billCompany", t.${quote(currency)}, 0, 0, 0, 0, 0, 0, 0, 0, 1
  from ${visible}${entity === 'paid-charge' ? ' and t."settlementBill" is null' : ''}
    and coalesce(t."claimedAmt", 0) <> ${allocatedTo(reference)}`;
