import type { DomainRules } from '../../kernel/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { deductibleRules } from './deductible.ts';
import { leftOf, tellCase, tellCases } from './deductibleLeft.ts';
import { keepInvoices } from './invoices.ts';

/**
 * What a charge of a case brings about: what it uses up of its deductible and what is left of that, and that its
 * invoices stay true.
 */
export const chargeRules = (kernel: Kernel): DomainRules => ({
  ...deductibleRules,
  figures: { deductibleLeft: leftOf('t."deductibleKey"') },
  afterSave: async (written, context) => {
    const { row, before } = written;
    for (const one of new Set([row['deductibleKey'], before?.['deductibleKey']])) {
      if (one == null) continue;
      const key = String(one);
      await tellCase(key, row['caseId'], context);
      await context.followUp(`deductible ${key}`, (after) => tellCases(kernel, key, after));
    }
    await keepInvoices(written, context);
  },
});
