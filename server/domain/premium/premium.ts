import type { Area } from '../area.ts';
import { storeCurrentTotals } from './currentTotals.ts';
import { agentRules } from './agents.ts';
import { allocate } from './allocate.ts';
import { calculate } from './calculate.ts';
import { capitaliseCertificateNames } from './certificateNames.ts';
import { instalments, splitSupplement } from './instalments.ts';
import { instalmentRules } from './instalmentTotals.ts';
import { storeMissingInsurers } from './returnInsurers.ts';
import { storeMissingPayees } from './missingPayees.ts';
import { returnRules } from './returns.ts';
import { discount, policyNumbers, specialLimit } from './values.ts';
import { premiumTotals } from './versionTotal.ts';

/** Premiums of policy years: calculation, instalments and returns. */
export const premium: Area = {
  name: 'premium',
  effects: () => ({
    'premium.allocate': allocate,
    'premium.calculate': calculate,
    'premium.specialLimit': specialLimit,
    'premium.discount': discount,
    'premium.instalments': instalments,
    'premium.supplemented': splitSupplement,
    'premium.policyNumbers': policyNumbers,
  }),
  open: ({ kernel }) => {
    kernel.premiumTotals = premiumTotals;
    return {};
  },
  rules: ({ kernel }) => ({
    'premium-return': returnRules(kernel),
    'premium-stage': instalmentRules(kernel),
    'agency-detail': agentRules(kernel),
    'agency-container': agentRules(kernel),
  }),
  jobs: ({ kernel }) => [
    {
      failure: 'some totals of versions are missing, or at old exchange rates',
      atStart: true,
      run: (context) => storeCurrentTotals(kernel, context),
    },
    {
      failure: 'some names of certificates are not in capitals',
      atStart: true,
      run: (context) => capitaliseCertificateNames(kernel, context),
    },
    { failure: 'some instalments have no payee', atStart: true, run: (context) => storeMissingPayees(kernel, context) },
    { failure: 'some returns have no insurer', atStart: true, run: (context) => storeMissingInsurers(kernel, context) },
  ],
};
