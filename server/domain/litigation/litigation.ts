import type { Area } from '../area.ts';
import { endUndertakers } from './undertakers.ts';

/** Litigation (domain/litigation.md). */
export const litigation: Area = {
  name: 'litigation',
  jobs: ({ kernel }) => [
    {
      failure: 'undertakers whose period has ended still edit their cases',
      atStart: true,
      run: (context) => endUndertakers(kernel, context),
    },
  ],
};
