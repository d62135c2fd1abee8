import type { Kernel } from '../kernel/kernel.ts';
import { attachmentRules } from './claims/attachments.ts';
import { chargeRules } from './claims/charges.ts';
import { invoiceRules } from './claims/invoices.ts';
import { recoveryRules, reimbursementRules } from './claims/receivable.ts';
import { keepAdministrator } from './identity/administrators.ts';
import { personRules, rightsRules, roleRules } from './identity/person.ts';
import type { Sessions } from './identity/sessions.ts';
import { templateRules } from './mail/template.ts';
import { mailRules, taskRules } from './mail/unread.ts';
import { instalmentRules } from './premium/instalmentTotals.ts';
import { returnRules } from './premium/returns.ts';

/**
 * Gives the engine what the business areas add to saves of their entities. @param singleSignOn whether people log in at
 * a provider
 */
export function registerRules(kernel: Kernel, sessions: Sessions, singleSignOn: boolean): void {
  const { domain, registry } = kernel;
  const administrator = keepAdministrator(singleSignOn);
  domain.set('person', personRules(sessions, administrator));
  domain.set('role', roleRules(sessions));
  for (const name of ['role-permission', 'role-user']) domain.set(name, rightsRules(sessions, administrator));
  domain.set('mail-template', templateRules(registry.model.entities['claim']!));
  domain.set('mail', mailRules(kernel));
  domain.set('task', taskRules(kernel));
  domain.set('attachment', attachmentRules);
  domain.set('paid-charge', chargeRules(kernel));
  domain.set('claim-invoice', invoiceRules);
  domain.set('reimbursement', reimbursementRules);
  domain.set('recovery-charge', recoveryRules);
  domain.set('premium-return', returnRules(kernel));
  domain.set('premium-stage', instalmentRules(kernel));
}
