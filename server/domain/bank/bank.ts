import type { Area } from '../area.ts';
import { claimFunds, reverseFunds } from './funds.ts';
import { shareFlow } from './share.ts';
import { camt053 } from './statements/camt053.ts';
import { mt940 } from './statements/mt940.ts';
import { sapFile } from './statements/sapFile.ts';
import { syncLines } from './sync.ts';

/** Bank flows, and what of them is claimed for cases and settlement bills (domain/billing-bank.md, Bank flows). */
export const bank: Area = {
  name: 'bank',
  fileFormats: { 'bank.camt053': camt053, 'bank.mt940': mt940, 'bank.sap': sapFile },
  effects: () => ({
    'funds.claim': claimFunds,
    'funds.reverse': reverseFunds,
    'funds.unconfirm': syncLines('ToBeConfirmed'),
    'funds.confirm': syncLines('NotWriteOff'),
    'funds.writeOff': syncLines('WrittenOff'),
    'flows.share': shareFlow,
  }),
};
