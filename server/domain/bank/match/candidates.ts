import { quote } from '../../../../generator/language/sqlText.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Kernel } from '../../../kernel/core.ts';
import { entityNamed } from '../../../kernel/kernel.ts';
import { accessFilter } from '../../../kernel/read/access.ts';
import { may } from '../../../kernel/rights.ts';
import type { Row } from '../../../kernel/row.ts';
import { arrayText, statement, Values } from '../../../kernel/statement.ts';
import { LINES, type Line } from '../lines.ts';

/** Rows that one probe of an index returns. */
const MAX_EQUAL = 20;
const MAX_NEAR = 3;
const MAX_OF_CASES = 200;

/** A line that a flow could pay: amounts are decimal text. */
export interface Candidate {
  line: Line;
  id: string;
  rev: number;
  /** number of a bill; null for a line of a case */
  number: string | null;
  total: string;
  claimed: string;
  dueDate: string | null;
  party: string | null;
  partyEn: string | null;
  partyCh: string | null;
  caseId: string | null;
  ourRef: string | null;
  /** kind of the case */
  bizType: string | null;
}

/** How the table of a line names what matching reads; conditions are those of the partial indexes (`x-indexes`). */
interface Shape {
  open: string;
  number: string;
  due: string;
  /** field with the code of the other party, which the index `open-party` has */
  party?: string;
  /** expression for the code of the other party */
  partyCode: string;
}

const SHAPES: Record<Line['reference'], Shape> = {
  billId: {
    open: `t."recordStatus" = 'Confirm' and t."payStatus" = 'ToBeClaim'`,
    number: 't."settlementBill"',
    due: '"dueDate"',
    party: 'agent',
    partyCode: 't.agent',
  },
  paidChargeId: {
    open: `t."chargeStatus" = 'ToBeClaim' and t."settlementBill" is null`,
    number: 'null::text',
    due: '"dueDate"',
    party: 'suppCde',
    partyCode: 't."suppCde"',
  },
  recoveryId: {
    open: `t."chargeStatus" = 'NotWriteOff'`,
    number: 'null::text',
    due: '"recoveryDate"',
    party: 'custCde',
    partyCode: 't."custCde"',
  },
  reimbursementId: {
    open: `t."claimStatus" = 'NotWriteOff'`,
    number: 'null::text',
    due: '"claimDate"',
    partyCode: `(select k."companyCde" from claim_contact k where k.id = t."payerContactId" and k."delFlag" = 'N')`,
  },
};

/** What is searched for. */
export interface Search {
  flow: Row;
  /** open amount of the flow, decimal text */
  amount: string;
  /** codes of companies that the other party may be */
  parties: readonly string[];
  /** ids of bills and charges, and of cases, that references identify */
  ids: Readonly<Record<'billId' | 'paidChargeId', readonly string[]>>;
  cases: readonly string[];
}

/** The lines that a flow may pay by direction and business (domain/billing-bank.md, Bank flows 11). */
const linesFor = ({ operationType, businessType }: Row): readonly Line[] =>
  LINES.filter(({ reference }) => {
    if (reference === 'billId') return true;
    return businessType !== 'PREMIUM' && (reference === 'paidChargeId') === (operationType === 'PAYMENT');
  });

/**
 * Open lines of the company and currency of a flow with its amount, of its other party, or that its references
 * identify. Each is found by a probe of an index that returns a limited number of rows, so the time does not depend on
 * the number of open lines.
 *
 * @returns the lines that the caller may see
 */
export async function findCandidates(kernel: Kernel, search: Search, context: Context): Promise<Candidate[]> {
  const lines = linesFor(search.flow).filter(({ entity }) =>
    may(kernel, entityNamed(kernel, entity), 'query', context),
  );
  const found: Candidate[] = [];
  for (const line of lines) {
    const { text, values } = candidateText(kernel, line, search, context);
    const { rows } = await context.db.query(statement(text, values.list, true));
    found.push(...(rows as Omit<Candidate, 'line'>[]).map((row) => ({ ...row, line })));
  }
  return found;
}

/** Rows of the probes are joined one by one (`limit 1`): the planner would else read whole tables for a few of them. */
function candidateText(kernel: Kernel, line: Line, search: Search, context: Context): { text: string; values: Values } {
  const runtime = entityNamed(kernel, line.entity);
  const [table, shape, values] = [quote(runtime.entity.table), SHAPES[line.reference], new Values()];
  const { flow, cases } = search;
  const amount = `${values.bind(search.amount)}::numeric`;
  const open =
    `t."delFlag" = 'N' and ${shape.open} and t."billCompany" = ${values.bind(flow['compCde'])}` +
    ` and t.${quote(line.currency)} = ${values.bind(flow['origCcyCde'])}${billsOf(line, flow)}`;
  const probes = [
    `select t.id from ${table} t where ${open} and ${amountIs('=', line, amount)} limit ${MAX_EQUAL}`,
    ...nearest(table, line, open, amount),
    ...(shape.party === undefined
      ? []
      : ofParties(table, { line, shape, open, amount }, values.bind(arrayText(search.parties)))),
  ];
  const idsOf = (ids: readonly string[]): string => `any(${values.bind(arrayText(ids))}::bigint[])`;
  if (line.reference === 'billId' || line.reference === 'paidChargeId')
    probes.push(`select t.id from ${table} t where ${open} and t.id = ${idsOf(search.ids[line.reference])}`);
  const isOfCase = line.reference !== 'billId';
  if (isOfCase)
    probes.push(`select t.id from ${table} t where ${open} and t."caseId" = ${idsOf(cases)} limit ${MAX_OF_CASES}`);
  const access = accessFilter({ kernel, context, values }, runtime);
  const claimed = 'coalesce(t."claimedAmt", 0)';
  const text = `with probe as (${probes.map((probe) => `(${probe})`).join(' union ')})
    select t.id, t.rev, ${shape.number} as number, t.${quote(line.amount)}::text as total, ${claimed}::text as claimed,
      t.${shape.due}::text as "dueDate", p.code as party, c."companyNameEn" as "partyEn", c."companyNameCh" as "partyCh",
      ${isOfCase ? 't."caseId", k."ourRef", k."bizType"' : 'null as "caseId", null as "ourRef", null as "bizType"'}
    from probe
      cross join lateral (select one.* from ${table} one where one.id = probe.id limit 1) t
      cross join lateral (select ${shape.partyCode} as code) p
      left join lateral (
        select "companyNameEn", "companyNameCh" from company where "companyCde" = p.code and "delFlag" = 'N' limit 1
      ) c on true
      ${isOfCase ? `left join lateral (select "ourRef", "bizType" from claim where id = t."caseId" limit 1) k on true` : ''}
    where ${claimed} < t.${quote(line.amount)}${access === '' ? '' : ` and (${access})`}`;
  return { text, values };
}

/** Bills that a flow pays or receives, and of its business. */
function billsOf({ reference }: Line, { operationType, businessType }: Row): string {
  if (reference !== 'billId') return '';
  const direction = operationType === 'PAYMENT' ? `<> 'RETURN'` : `= 'RETURN'`;
  const business = { CLAIM: ` and t."billType" = 'CLAIM'`, PREMIUM: ` and t."billType" <> 'CLAIM'` };
  return ` and t."billType" ${direction}${business[businessType as keyof typeof business] ?? ''}`;
}

const amountIs = (operator: string, line: Line, amount: string): string =>
  `t.${quote(line.amount)} ${operator} ${amount}`;

/** Probes of the lines with the nearest amounts. */
const nearest = (table: string, line: Line, open: string, amount: string): string[] =>
  [
    ['>', ''],
    ['<', ' desc'],
  ].map(
    ([operator, order]) =>
      `select t.id from ${table} t where ${open} and ${amountIs(operator!, line, amount)} order by t.${quote(line.amount)}${order} limit ${MAX_NEAR}`,
  );

/** Probes of the lines of each party: with the amount, and with the nearest amounts. */
function ofParties(
  table: string,
  { line, shape, open, amount }: { line: Line; shape: Shape; open: string; amount: string },
  parties: string,
): string[] {
  const ofParty = `${open} and t.${quote(shape.party!)} = party.code`;
  return [
    `select t.id from ${table} t where ${ofParty} and ${amountIs('=', line, amount)} limit ${MAX_NEAR}`,
    ...nearest(table, line, ofParty, amount),
  ].map((probe) => `select one.id from unnest(${parties}::text[]) as party(code) cross join lateral (${probe}) one`);
}
