import { expect, test } from 'vitest';
import { openChildOf, searchWith } from '../../../web/records/detail/openChild.ts';

const charge = { entity: 'charge', via: 'caseId', opens: 'drawer' } as const;
const log = { entity: 'log', via: 'caseId' };
const row = { id: '1', charge: [{ id: '12' }, { id: '13' }], log: [{ id: '12' }] };

test.each([
  ['?child=charge/12', { child: charge, id: '12', isEdited: false }],
  ['?tab=2&child=charge/13/edit', { child: charge, id: '13', isEdited: true }],
  ['?child=charge%2F12', { child: charge, id: '12', isEdited: false }],
])('the address %s opens a child row', (search, open) => {
  expect(openChildOf([log, charge], row, search)).toEqual(open);
});

test.each([
  '',
  '?child=charge',
  '?child=charge/',
  '?child=charge/14',
  '?child=charge/12/delete',
  '?child=charge/12/edit/1',
  '?child=log/12',
  '?child=other/12',
])('the address %j opens none: it names no child row that opens in a drawer', (search) => {
  expect(openChildOf([log, charge], row, search)).toBeUndefined();
});

test('the query keeps its other values when a child row is opened, edited and closed', () => {
  expect([
    searchWith('', { entity: 'charge', id: 12 }),
    searchWith('?tab=2&child=charge/12', { entity: 'charge', id: '12', isEdited: true }),
    searchWith('?tab=2&child=charge/12/edit', undefined),
    searchWith('?child=charge/12', undefined),
  ]).toEqual(['?child=charge/12', '?tab=2&child=charge/12/edit', '?tab=2', '']);
});
