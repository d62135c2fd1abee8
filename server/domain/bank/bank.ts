import type { Area } from '../area.ts';
import { claimFunds, reverseFunds } from './funds.ts';
import { shareFlow } from './share.ts';
import { syncLines } from './sync.ts';

/** Bank flows, and what of them is claimed for cases and settlement bills (domain/billing-bank.md, Bank flows). */
export const bank: Area = {
  name: 'bank',
  effects: () => ({
    'funds.claim': claimFunds,
    'funds.reverse': reverseFunds,
    'funds.unconfirm': syncLines('ToBeConfirmed'),
    'funds.confirm': syncLines('NotWriteOff'),
    'funds.writeOff': syncLines('WrittenOff'),
    'flows.share': shareFlow,
  }),
};
