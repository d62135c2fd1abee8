import type { Area } from '../area.ts';
import { caseRules } from './caseRules.ts';
import { updateUndertakers } from './undertakers.ts';

/** Litigation (domain/litigation.md). */
export const litigation: Area = {
  name: 'litigation',
  rules: ({ kernel }) => ({ 'litigation-case': caseRules(kernel) }),
  jobs: ({ kernel }) => [
    {
      failure: 'periods of undertakers are not up to date',
      atStart: true,
      run: (context) => updateUndertakers(kernel, context),
    },
  ],
};
