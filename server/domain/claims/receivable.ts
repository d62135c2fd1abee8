import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Tables } from '../../db/tables.ts';
import { refuseFields } from '../../errors.ts';
import type { DomainRules } from '../../kernel/core.ts';

type ChargeCondition = (
  charge: ExpressionBuilder<Tables, 'paid_charge'>,
) => ExpressionWrapper<Tables, 'paid_charge', SqlBool>;

/**
 * Requires that the case has a certain charge before a receivable is claimed from its payer (2§5 Paid charge).
 *
 * @param condition the charges that allow the claim
 * @param key the message without such a charge
 */
function requireCharge(condition: ChargeCondition, key: string): DomainRules {
  const charge = prepared<{ caseId: string }>()(($) =>
    build
      .selectFrom('paid_charge')
      .select('id')
      .where('caseId', '=', $('caseId'))
      .where('delFlag', '=', 'N')
      .where(condition)
      .limit(1),
  );
  return {
    only: ['claim', 'claimFunds'],
    afterWrite: async ({ row }, { db }) => {
      if (!(await charge.first(db, { caseId: row['caseId'] as string })))
        throw refuseFields([{ field: 'caseId', key, params: {} }], 'conflict');
    },
  };
}

/** A reimbursement needs a charge with the reimburse flag and a net amount above 0. */
export const reimbursementRules = requireCharge(
  (charge) => charge.and([charge('isReimburse', '=', 'Y'), charge('reimburseNetAmount', '>', '0')]),
  'MSG_claim_0162',
);

/** A recovery needs a charge with the recovery flag. */
export const recoveryRules = requireCharge((charge) => charge('isRecovery', '=', 'Y'), 'MSG_claim_0163');
