import type { Area } from '../area.ts';
import { applicableRate } from './exchangeRate.ts';

/** Reference data: seeds, select lists and exchange rates. */
export const reference: Area = {
  name: 'reference',
  open: ({ kernel }) => {
    kernel.conversionRate = (query, context) => applicableRate(kernel, query, context);
    return {};
  },
};
