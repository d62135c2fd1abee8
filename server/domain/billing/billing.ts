import type { Area } from '../area.ts';
import { billRules } from './bill.ts';
import { billCharges } from './billOfCharges.ts';
import { billStages } from './billOfStages.ts';
import { lineRules } from './lines.ts';
import { selectTax } from './tax.ts';

/** Settlement bills of instalments and charges (domain/billing-bank.md, Settlement bill). */
export const billing: Area = {
  name: 'billing',
  effects: () => ({ 'bills.ofStages': billStages, 'bills.ofCharges': billCharges, 'bills.selectTax': selectTax }),
  rules: ({ kernel }) => ({ 'settlement-bill': billRules(kernel), 'bill-line': lineRules(kernel) }),
};
