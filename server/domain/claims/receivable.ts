import { sql } from 'kysely';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { DomainRules } from '../../kernel/core.ts';

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

/** The reimbursements of a case that were claimed from their payers, in US dollars. */
const reimbursed = prepared<OfCase>()(($) =>
  build
    .selectFrom('reimbursement')
    .select(sql<string | null>`sum(round("claimAmt" * "exchangeRate", 2))`.as('total'))
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

/** The recoveries of a case that were claimed from their payers, in US dollars. */
const recovered = prepared<OfCase>()(($) =>
  build
    .selectFrom('recovery_charge')
    .select(sql<string | null>`sum(round(total * rate, 2))`.as('total'))
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .where('chargeStatus', '<>', 'ToBeClaim'),
);

/**
 * A reimbursement is claimed only for charges with the reimburse flag and a net amount above 0, and all of a case claim
 * at most the net amounts of these charges (2§5 Paid charge).
 */
export const reimbursementRules: DomainRules = {
  only: ['claim'],
  afterWrite: async ({ row }, { db }) => {
    const caseId = row['caseId'] as string;
    const limit = (await reimbursable.first(db, { caseId }))?.total;
    if (limit == null) throw refuseFields([{ field: 'caseId', key: 'MSG_claim_0162', params: {} }], 'conflict');
    checkLimit((await reimbursed.first(db, { caseId }))?.total, limit, { field: 'claimAmt', key: 'MSG_claim_0201' });
  },
};

/**
 * A recovery is claimed only from a party that is liable for a charge with the recovery flag, and all of a case claim at
 * most the amounts of these charges (2§5 Paid charge).
 */
export const recoveryRules: DomainRules = {
  only: ['claim'],
  afterWrite: async ({ row }, { db }) => {
    const caseId = row['caseId'] as string;
    const { total: limit = null, parties = null } = (await recoverable.first(db, { caseId })) ?? {};
    if (limit === null) throw refuseFields([{ field: 'caseId', key: 'MSG_claim_0163', params: {} }], 'conflict');
    if (!(parties ?? []).flat().includes(row['custCde'] as string))
      throw refuseFields([{ field: 'custCde', key: 'MSG_claim_0203', params: {} }], 'conflict');
    checkLimit((await recovered.first(db, { caseId }))?.total, limit, { field: 'total', key: 'MSG_claim_0202' });
  },
};

/** @throws Refusal (409) if more is claimed than the charges allow */
function checkLimit(
  claimed: string | null | undefined,
  limit: string,
  { field, key }: { field: string; key: string },
): void {
  const [sum, most] = [parseDecimal(claimed) ?? new Decimal(0), parseDecimal(limit)!];
  if (sum.gt(most))
    throw refuseFields(
      [{ field, key, params: { claimed: printDecimal(sum, 2), limit: printDecimal(most, 2) } }],
      'conflict',
    );
}
