import { expect, test } from 'vitest';
import type { Entity } from '../../generator/model/entity.ts';
import { rivalEvents } from '../../server/domain/partners/marks.ts';

const transition = (partner: string, event: string) => ({ sends: { partner, event } });
const entity = {
  machines: [
    { transitions: [transition('captive', 'policy'), {}] },
    { transitions: [transition('ledger', 'bill'), transition('ledger', 'cancelBill'), transition('captive', 'claim')] },
  ],
} as unknown as Entity;

test.each<[partner: string, event: string, rivals: string[]]>([
  // a bill that was cancelled meanwhile is not accounted by the late answer to its posting
  ['ledger', 'bill', ['bill', 'cancelBill']],
  ['ledger', 'cancelBill', ['bill', 'cancelBill']],
  ['captive', 'policy', ['policy']],
  ['captive', 'vessel', ['vessel']],
])('messages to %s of the event %s are superseded by later ones of %j', (partner, event, rivals) => {
  expect(rivalEvents(entity, partner, event)).toEqual(rivals);
});
