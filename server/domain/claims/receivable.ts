import { sql } from 'kysely';
import { Decimal, parseDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import {
  chargesOf,
  checkLimit,
  checkOwnCharges,
  linkCharges,
  notLiable,
  RECOVERY,
  type ReceivableSort,
  REIMBURSEMENT,
} from './ownCharges.ts';

type OfCase = { caseId: string };

/** What the charges of a case allow to reimburse, in US dollars; null without such a charge. */
const reimbursable = prepared<OfCase>()(($) =>
  build
    .selectFrom('paid_charge')
    .select(({ fn }) => fn.sum<string | null>('reimburseNetAmount').as('total'))
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .where('isReimburse', '=', 'Y')
    .where('reimburseNetAmount', '>', '0'),
);

/** The reimbursements of a case that were claimed from their payers, in US dollars at the listed rates. */
const reimbursed = prepared<OfCase>()(($) =>
  build
    .selectFrom('reimbursement')
    .select(sql<string | null>`sum(round("claimAmt" * coalesce("tableRate", "exchangeRate"), 2))`.as('total'))
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .where('claimStatus', '<>', 'ToBeClaim'),
);

/** What the charges of a case allow to recover, in US dollars, and the parties that are liable for one of them. */
const recoverable = prepared<OfCase>()(($) =>
  build
    .selectFrom('paid_charge')
    .select(({ fn }) => fn.sum<string | null>('usdAmt').as('total'))
    .select(sql<string[][] | null>`jsonb_agg(coalesce("custCde", '[]'))`.as('parties'))
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .where('isRecovery', '=', 'Y'),
);

/** The recoveries of a case that were claimed from their payers, in US dollars at the listed rates. */
const recovered = prepared<OfCase>()(($) =>
  build
    .selectFrom('recovery_charge')
    .select(sql<string | null>`sum(round(total * coalesce("tableRate", rate), 2))`.as('total'))
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .where('chargeStatus', '<>', 'ToBeClaim'),
);

/**
 * A reimbursement claims at most the net amounts of the charges that it is made of. It is claimed only for charges with
 * the reimburse flag and a net amount above 0, and all of a case claim at most the net amounts of these charges (2§5
 * Paid charge). Its deletion releases its charges.
 */
export const reimbursementRules = (kernel: Kernel): DomainRules => ({
  only: ['claim', 'update', 'delete'],
  afterWrite: async ({ row, action }, context) => {
    if (action === 'delete') return release(kernel, REIMBURSEMENT, row, context);
    checkOwnCharges(REIMBURSEMENT, row, await chargesOf(REIMBURSEMENT, row['id'], context));
    if (action === 'claim') await checkReimbursable(row, context);
  },
});

/**
 * A recovery claims at most the amounts of the charges that it is made of, from parties that are liable for them. It is
 * claimed only from parties that are liable for a charge with the recovery flag, and all of a case claim at most the
 * amounts of these charges (2§5 Paid charge). Its deletion releases its charges.
 */
export const recoveryRules = (kernel: Kernel): DomainRules => ({
  only: ['claim', 'update', 'delete'],
  afterWrite: async ({ row, action }, context) => {
    if (action === 'delete') return release(kernel, RECOVERY, row, context);
    const charges = await chargesOf(RECOVERY, row['id'], context);
    checkOwnCharges(RECOVERY, row, charges);
    if (charges.length > 0) checkCustomers(row, (customers) => notLiable(charges, customers), 'MSG_claim_0242');
    if (action === 'claim') await checkRecoverable(row, context);
  },
});

/** Releases the charges of a receivable that is deleted. */
const release = async (kernel: Kernel, sort: ReceivableSort, { id }: Row, context: Context): Promise<void> =>
  linkCharges(kernel, { charges: await chargesOf(sort, id, context), link: sort.link, to: null }, context);

/** @throws Refusal (409) if the case has no reimbursable charge, or its reimbursements claim more than these allow */
async function checkReimbursable(row: Row, { db }: Context): Promise<void> {
  const caseId = row['caseId'] as string;
  const limit = parseDecimal((await reimbursable.first(db, { caseId }))?.total);
  if (!limit) throw refuseFields([{ field: 'caseId', key: 'MSG_claim_0162', params: {} }], 'conflict');
  const claimed = parseDecimal((await reimbursed.first(db, { caseId }))?.total) ?? new Decimal(0);
  checkLimit(claimed, limit, { field: 'claimAmt', key: 'MSG_claim_0201' });
}

/**
 * @throws Refusal (409) if the case has no recoverable charge, a customer is liable for none of these, or its
 *   recoveries claim more than these total
 */
async function checkRecoverable(row: Row, { db }: Context): Promise<void> {
  const caseId = row['caseId'] as string;
  const { total = null, parties = null } = (await recoverable.first(db, { caseId })) ?? {};
  const limit = parseDecimal(total);
  if (!limit) throw refuseFields([{ field: 'caseId', key: 'MSG_claim_0163', params: {} }], 'conflict');
  const liable = (parties ?? []).flat();
  checkCustomers(row, (customers) => customers.find((one) => !liable.includes(one)), 'MSG_claim_0203');
  const claimed = parseDecimal((await recovered.first(db, { caseId }))?.total) ?? new Decimal(0);
  checkLimit(claimed, limit, { field: 'total', key: 'MSG_claim_0202' });
}

/** @throws Refusal (409) at the field with the customer that `stranger` finds */
function checkCustomers(
  { custCde, jointCustCde }: Row,
  stranger: (customers: readonly string[]) => string | undefined,
  key: string,
): void {
  for (const [field, customers] of Object.entries({ custCde: [custCde], jointCustCde: jointCustCde ?? [] })) {
    const customer = stranger(customers as string[]);
    if (customer !== undefined) throw refuseFields([{ field, key, params: { customer } }], 'conflict');
  }
}
