import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  COVER_REFUSALS,
  describeKinds,
  PARTY_REFUSALS,
  partiesOf,
  tooLong,
  YEAR,
  type Kind,
  type Parties,
  type Refusal,
} from './premiumKinds.ts';
import { rowsOf } from './hullRows.ts';
import { premiumVersion, premiumYear } from './premiumRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let parties: Parties;
beforeAll(async () => {
  server = await startTestServer();
  parties = await partiesOf(server);
}, 120_000);
afterAll(() => server.close());

let count = 0;
const property = ({ billCompany, insurer, broker }: Parties): Json => ({
  policyType: 'PAR',
  reportCompany: 'Terminal Company',
  policyHolder: 'Group',
  insured: `Insured ${++count}`,
  subAddress: 'Berth 1',
  subType: 'TERMINAL',
  insuredValue: '1000000',
  insuredFixType: 'BOOK',
  rate: '0.00123456',
  billCompany,
  insurerCde: insurer,
  insBroker: broker,
  insBrokerRec: 'Y',
});

const REFUSALS: Refusal[] = [
  ...PARTY_REFUSALS,
  ...COVER_REFUSALS,
  ['an unknown form of the policy', { policyType: 'NONE' }, 'policyType'],
  ['an unknown kind of property', { subType: 'NONE' }, 'subType'],
  ['an unknown basis of valuation', { insuredFixType: 'GUESS' }, 'insuredFixType'],
  ['an unknown broker', { insBroker: 'NONE' }, 'insBroker', 'MSG_master_0207'],
  ['a flag that is neither Y nor N', { insBrokerRec: 'X' }, 'insBrokerRec'],
  ['a sum insured of 0', { insuredValue: '0' }, 'insuredValue'],
  ['a rate of 100 %', { rate: '1' }, 'rate'],
  ['a rate with too many places', { rate: '0.001234567' }, 'rate'],
  ['a negative premium', { actPremium: '-1' }, 'actPremium'],
  ['a long reporting company', { reportCompany: tooLong(100) }, 'reportCompany'],
  ['a long policyholder', { policyHolder: tooLong(100) }, 'policyHolder'],
  ['a long insured', { insured: tooLong(100), subject: 'x' }, 'insured'],
  ['a long address', { subAddress: tooLong(100) }, 'subAddress'],
  ['a long kind of property', { subType: tooLong(10) }, 'subType'],
];

/** Premiums of 1,000,000 at 0.123456 %, pro rata of 365 days. */
const COMPUTED: Kind['computed'] = [
  [
    'the premium of a whole year',
    {},
    { yearPremium: '1234.56', actPremium: '1234.56', policyFrom: '2025-01-01', policyTo: '2025-12-31' },
  ],
  [
    'the premium of 73 days, both ends counted',
    { policyFrom: '2025-01-01', policyTo: '2025-03-14' },
    { yearPremium: '1234.56', actPremium: '246.91' },
  ],
  [
    'the premium from another annual premium',
    { yearPremium: '1000', policyTo: '2025-03-14' },
    { yearPremium: '1000.00', actPremium: '200.00' },
  ],
  ['no premium where another is entered', { actPremium: '900' }, { yearPremium: '1234.56', actPremium: '900.00' }],
  [
    'the premium in whole units of its currency',
    { cur: 'JPY', insuredValue: '1000' },
    { yearPremium: '1.00', actPremium: '1.00' },
  ],
  ['its subject from the insured', { insured: 'Port Company' }, { subject: 'Port Company' }],
];
/** The policy year and the cover have defaults. */
const REQUIRED = [
  'policyType',
  'reportCompany',
  'insured',
  'subAddress',
  'subType',
  'insuredValue',
  'insuredFixType',
  'rate',
];

const SAME = { insured: 'Same Company', subAddress: 'Berth 9', policyFrom: '2025-01-01', policyTo: '2025-06-30' };
const KIND: Kind = {
  entity: 'property-premium',
  policyType: 'Premium-PROPERTY',
  body: property,
  same: SAME,
  duplicate: ['policyFrom', 'MSG_generic_0123'],
  other: { policyFrom: '2025-07-01', policyTo: '2025-12-31' },
  computed: COMPUTED,
  refusals: REFUSALS,
  required: REQUIRED,
  state: 'status',
  discounted: { rate: '0.0011111', yearPremium: '1111.10', actPremium: '1111.10' },
};

describeKinds(
  [
    KIND,
    {
      ...KIND,
      entity: 'liability-premium',
      policyType: 'Premium-LIABILITY',
      body: (rows) => ({
        ...property(rows),
        policyType: 'CGL',
        storageAddress: 'Yard 1',
        onePayLimit: '1000000',
        allPayLimit: '5000000',
        insuredPersons: '120 persons',
        manageNature: 'TERMINAL',
        insureType: 'PUBLIC',
      }),
      refusals: [
        ...REFUSALS,
        ['a limit above the aggregate limit', { onePayLimit: '5000000.01' }, 'onePayLimit'],
        ['an unknown nature of the business', { manageNature: 'NONE' }, 'manageNature'],
        ['an unknown kind of liability', { insureType: 'NONE' }, 'insureType'],
        ['a long nature of the business', { manageNature: tooLong(10) }, 'manageNature'],
        ['a long kind of liability', { insureType: tooLong(10) }, 'insureType'],
        ['long insured persons', { insuredPersons: tooLong(100) }, 'insuredPersons'],
      ],
      required: [...REQUIRED, 'storageAddress', 'onePayLimit', 'insuredPersons'],
      filters: [{ policyYear: '2025' }, { versionId: undefined }],
    },
  ],
  () => ({ server, parties }),
);

test('premiums of one insured with different insurers get instalments of their own', async () => {
  const version = await premiumVersion(server, KIND.policyType, YEAR, 'budget');
  const cover = { ...property(parties), versionId: version['id'], insured: 'One Company', cur: 'USD' };
  await server.create('property-premium', cover);
  const other = { ...cover, subAddress: 'Berth 2', insurerCde: parties.otherInsurer, insuredValue: '2000000' };
  await server.create('property-premium', other);
  await server.create('property-premium', { ...cover, subAddress: 'Berth 3' });
  expect((await act(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
  const split = (): Promise<Answer> => act(server, 'premium-version', version['id'], 'split');
  expect((await split()).status).toBe(200);
  const lines = await rowsOf(server, 'premium-stage', version['id']);
  expect(lines).toMatchObject([
    { stageNo: 1, club: parties.insurer, stagePremium: '2469.12' },
    { stageNo: 2, club: parties.otherInsurer, stagePremium: '2469.12' },
  ]);
  expect((await split()).message).toContain('0 instalments created, 0 changed');
  await server.pool.query('update premium_stage set club = $2 where id = $1', [lines[1]!['id'], parties.insurer]);
  await withoutTrace(server, split, {
    status: 409,
    key: 'MSG_premium_0219',
    message: expect.stringContaining('One Company'),
  });
});

test('a copy for another year calculates the premium of its cover, and keeps a premium that was entered', async () => {
  const version = await premiumVersion(server, KIND.policyType, YEAR);
  const cover = { ...property(parties), versionId: version['id'], policyFrom: '2025-10-20', cur: 'USD' };
  const entered = { ...cover, subAddress: 'Berth 2', yearPremium: '1000', actPremium: '900' };
  for (const body of [cover, entered])
    expect((await server.create('property-premium', body))['actPremium']).toBe(body === cover ? '246.91' : '900.00');
  await server.create('policy-year', premiumYear(KIND.policyType, '2027'));
  const copy = await act(server, 'premium-version', version['id'], 'copy', {
    policyYear: '2027',
    versionNo: 'SHORT-COVER',
    versionType: 'quotation',
    copyMode: 'withDetail',
  });
  expect(copy.status, copy.text).toBe(200);
  const where = [{ name: 'versionId', type: 'equal', value: copy.result['_made'].id }];
  const found = await server.call(
    'GET',
    `/api/property-premium?sort=subAddress&where=${encodeURIComponent(JSON.stringify(where))}`,
  );
  expect(found.result['records']).toMatchObject([
    { policyFrom: '2027-01-01', policyTo: '2027-12-31', yearPremium: '1234.56', actPremium: '1234.56' },
    { policyFrom: '2027-01-01', policyTo: '2027-12-31', yearPremium: '1000.00', actPremium: '900.00' },
  ]);
});

test.each([
  ['en-US', 'entered by hand'],
  ['zh-CN', '手工填写'],
])(
  'a discount refuses the rows whose premium does not depend on the rate, and says why, in %s',
  async (language, why) => {
    const version = await premiumVersion(server, KIND.policyType, YEAR, 'quotation');
    const insured = (fields: Json): Promise<Json> =>
      server.create('property-premium', { ...property(parties), versionId: version['id'], ...fields });
    const rows = [
      await insured({}),
      await insured({ actPremium: '5000' }),
      await insured({ yearPremium: '5000' }),
      // 0.0123456 and, discounted, 0.0111110 are both a cent
      await insured({ insuredValue: '10' }),
    ];
    const { result } = await server.call('POST', '/api/property-premium/bulk/discount', {
      body: { items: rows.map(({ id, rev }) => ({ id, rev })), discountPct: '10' },
      language,
    });
    const refused = { ok: false, key: 'MSG_premium_0242', message: expect.stringContaining(why) };
    expect(result).toMatchObject([{ ok: true }, refused, refused, { ok: false, key: 'MSG_premium_0243' }]);
    const stored = await Promise.all(rows.map(({ id }) => server.read('property-premium', id)));
    expect(stored.map(({ rev, rate }) => [rev, rate])).toEqual([
      [2, '0.0011111'],
      [1, '0.00123456'],
      [1, '0.00123456'],
      [1, '0.00123456'],
    ]);
  },
);
