import type { Effect } from '../../kernel/core.ts';
import type { Area } from '../area.ts';
import { attachmentRules } from './attachments.ts';
import { chargeRules } from './charges.ts';
import { repairBalances } from './deductibleLeft.ts';
import { exchangeHandlers, refuseCase, reportCase } from './handling.ts';
import { invoiceRules } from './invoices.ts';
import { updateOlderFigures } from './olderFigures.ts';
import { updateOlderReceivables } from './olderReceivables.ts';
import { pushAttachment, pushCase } from './pushes.ts';
import { recoveryRules, reimbursementRules } from './receivable.ts';
import { recoverCharges, reimburseCharges } from './receivableOfCharges.ts';
import { convertCase, relateCase } from './related.ts';
import { reopenDecided, requestReopening } from './reopening.ts';
import { splitDecided } from './reserveSplit.ts';
import { shareCharge } from './shares.ts';

/** Effect of the approval of a decision: its new reserve is split, and its case is reopened if this was requested. */
const applyDecision: Effect = async (...call) => {
  await splitDecided(...call);
  return reopenDecided(...call);
};

/** Cases, their charges and invoices. */
export const claims: Area = {
  name: 'claims',
  effects: () => ({
    'claims.report': reportCase,
    'claims.refuse': refuseCase,
    'claims.convert': convertCase,
    'claims.relate': relateCase,
    'claims.exchange': exchangeHandlers,
    'claims.push': pushCase,
    'claims.pushAttachment': pushAttachment,
    'claims.requestReopening': requestReopening,
    'claims.decided': applyDecision,
    'charges.share': shareCharge,
    'charges.reimburse': reimburseCharges,
    'charges.recover': recoverCharges,
  }),
  rules: ({ kernel }) => ({
    attachment: attachmentRules,
    'paid-charge': chargeRules(kernel),
    'claim-invoice': invoiceRules,
    reimbursement: reimbursementRules(kernel),
    'recovery-charge': recoveryRules(kernel),
  }),
  jobs: ({ kernel }) => [
    {
      failure: 'some deductibles are not up to date',
      atStart: true,
      run: (context) => repairBalances(kernel, context),
    },
    {
      failure: 'some older receivables are not in their present state',
      atStart: true,
      run: (context) => updateOlderReceivables(kernel, context),
    },
    {
      failure: 'the figures of some older cases are not up to date',
      atStart: true,
      run: (context) => updateOlderFigures(kernel, context),
    },
  ],
};
