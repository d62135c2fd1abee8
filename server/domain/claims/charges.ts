import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { requireDecision } from './decision.ts';
import { deductibleRules } from './deductible.ts';
import { deductibleLeftSql, updateLeftEverywhere, updateLeftInCase } from './deductibleLeft.ts';
import { checkInvoicesOfCharge } from './invoices.ts';

/**
 * Rules of a charge: the deductible that it uses and what is left of it, and the decision and invoices that must exist
 * before money is claimed for it.
 */
export const chargeRules = (kernel: Kernel): DomainRules => ({
  ...deductibleRules,
  figures: { deductibleLeft: deductibleLeftSql('t."deductibleKey"') },
  afterWrite: async (written, context) => {
    const { row, before } = written;
    for (const key of new Set([row['deductibleKey'], before?.['deductibleKey']])) {
      if (typeof key !== 'string') continue;
      await updateLeftInCase(key, row['caseId'], context);
      await context.followUp(`deductible ${key}`, (after) => updateLeftEverywhere(kernel, key, after));
    }
    if (written.action === 'claimFunds') await requireDecision(kernel, row['caseId'], context);
    await checkInvoicesOfCharge(written, context);
  },
});
