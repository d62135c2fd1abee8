import type { DomainRules } from '../../kernel/domain.ts';
import { deductibleRules } from './deductible.ts';
import { tellWhatIsLeft } from './deductibleLeft.ts';
import { keepInvoices } from './invoices.ts';

/** What a charge of a case brings about: what it uses up of its deductible and what is left of that, and that its invoices stay true. */
export const chargeRules: DomainRules = {
  ...deductibleRules,
  afterSave: async (written, context) => {
    const { row, before } = written;
    for (const key of new Set([row['deductibleKey'], before?.['deductibleKey']].filter((one) => one != null))) await tellWhatIsLeft(String(key), row['caseId'], context);
    await keepInvoices(written, context);
  },
};
