import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { accessFilter } from '../../kernel/read/access.ts';
import { permit } from '../../kernel/rights.ts';
import { quote, statement, Values } from '../../kernel/statement.ts';

/** The amounts of the bills and bank flows of a company in one currency, as decimal text. */
export interface Balance {
  company: string;
  currency: string;
  /** to be settled of the bills; of their lines; claimed for them as they store it, and as fund claims */
  bills: string;
  lines: string;
  claimedForBills: string;
  allocatedToBills: string;
  /** of the flows; claimed of them as they store it, and as fund claims; open */
  flows: string;
  claimedOfFlows: string;
  allocatedOfFlows: string;
  open: string;
  /** number of bills and flows whose own amounts differ from those of their lines and fund claims */
  differing: number;
}

/**
 * Compares the amounts of bills with their lines and fund claims, and those of bank flows with their fund claims
 * (domain/billing-bank.md; issue: balance check). Amounts are added up by the database from the rows themselves, in one
 * statement, so at one moment.
 *
 * @returns the companies and currencies that the caller may see, sorted
 * @throws Refusal (403) without the right to bills and bank flows
 */
export async function balances(kernel: Kernel, context: Context): Promise<Balance[]> {
  const values = new Values();
  const [bills, flows] = ['settlement-bill', 'bank-slip'].map((name) => {
    const runtime = entityNamed(kernel, name);
    permit(kernel, runtime, 'query', context);
    const access = accessFilter({ kernel, context, values }, runtime);
    return `${quote(runtime.entity.table)} t where t."delFlag" = 'N'${access === '' ? '' : ` and (${access})`}`;
  });
  const text = `with bill as (
      select t."billCompany" as company, t.cur as currency, coalesce(t."settleAmt", 0) as settled, coalesce(t."claimedAmt", 0) as claimed,
        abs(coalesce((select sum(l."lineAmt") from bill_line l where l."headId" = t.id and l."delFlag" = 'N'), 0)) as lines,
        coalesce((select sum(f."allocatedAmt") from fund_claim f where f."billId" = t.id and f."delFlag" = 'N'), 0) as allocated
      from ${bills}
    ), flow as (
      select t."compCde" as company, t."origCcyCde" as currency, t."origTtlAmt" as total, coalesce(t."claimedAmt", 0) as claimed,
        coalesce(t."openAmount", t."origTtlAmt") as open,
        coalesce((select sum(f."allocatedAmt") from fund_claim f where f."memoId" = t.id and f."delFlag" = 'N'), 0) as allocated
      from ${flows}
    ), part as (
      select company, currency, settled as bills, lines, claimed as "claimedForBills", allocated as "allocatedToBills",
        0 as flows, 0 as "claimedOfFlows", 0 as "allocatedOfFlows", 0 as open,
        (settled <> lines or claimed <> allocated or claimed > settled)::int as differing
      from bill
      union all
      select company, currency, 0, 0, 0, 0, total, claimed, allocated, open,
        (claimed <> allocated or open <> total - claimed or open < 0)::int
      from flow
    )
    select company, currency, ${SUMS.map((name) => `sum(${quote(name)})::numeric(20, 2)::text as ${quote(name)}`).join(', ')},
      sum(differing)::int as differing
    from part group by company, currency order by company, currency`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return rows as Balance[];
}

const SUMS = [
  'bills',
  'lines',
  'claimedForBills',
  'allocatedToBills',
  'flows',
  'claimedOfFlows',
  'allocatedOfFlows',
  'open',
] as const;
