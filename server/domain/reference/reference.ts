import type { Area } from '../area.ts';
import { rateThatServes } from './exchangeRate.ts';

/** Reference data: seeds, select lists and exchange rates. */
export const reference: Area = {
  name: 'reference',
  open: ({ kernel }) => {
    kernel.exchangeRate = (query, context) => rateThatServes(kernel, query, context);
    return {};
  },
};
