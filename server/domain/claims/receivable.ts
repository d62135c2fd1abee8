import { refuseFields } from '../../errors.ts';
import type { DomainRules } from '../../kernel/domain.ts';

/**
 * Money comes in for what was paid out: a reimbursement is claimed where the case has a charge with the reimburse flag
 * and a net amount above 0, a recovery where it has one with the recovery flag (2§5 Paid charge).
 *
 * @param flagged the charges that let it be claimed, as SQL
 * @param key the message where there is none
 */
const claimedFor = (flagged: string, key: string): DomainRules => ({
  only: ['claimFunds'],
  afterSave: async ({ row }, { db }) => {
    const { rows } = await db.query({
      text: `select 1 from paid_charge where "caseId" = $1 and "delFlag" = 'N' and ${flagged} limit 1`,
      values: [row['caseId']],
    });
    if (rows.length === 0) throw refuseFields([{ field: 'caseId', key, params: {} }], 'conflict');
  },
});

export const reimbursementRules = claimedFor('"isReimburse" = \'Y\' and "reimburseNetAmount" > 0', 'MSG_claim_0162');
export const recoveryRules = claimedFor('"isRecovery" = \'Y\'', 'MSG_claim_0163');
