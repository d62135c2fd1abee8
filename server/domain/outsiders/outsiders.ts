import type { Area } from '../area.ts';
import { companySubmissionRules } from './companySubmission.ts';
import { OutsiderService } from './outsiderService.ts';
import { registrationRules } from './registration.ts';

/** People without an account: registration, password reset, submitted companies. */
export const outsiders: Area = {
  name: 'outsiders',
  open: ({ kernel, tables, files, mailer }) => ({ outsiders: new OutsiderService(kernel, tables, files, mailer) }),
  rules: ({ kernel, files, mailer }) => ({
    registration: registrationRules(kernel, mailer),
    'company-submission': companySubmissionRules(kernel, files, mailer),
  }),
  jobs: ({ outsiders: { codes } }) => [{ failure: 'old mail codes were not deleted', run: () => codes.sweep() }],
};
