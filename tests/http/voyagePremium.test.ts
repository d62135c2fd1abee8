import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from './hullRows.ts';
import {
  COVER_REFUSALS,
  describeKinds,
  describeSurrenders,
  PARTY_REFUSALS,
  partiesOf,
  tooLong,
  type Kind,
  type Parties,
  type Refusal,
} from './premiumKinds.ts';
import { premiumVersion, premiumYear } from './premiumRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let parties: Parties;
beforeAll(async () => {
  server = await startTestServer();
  parties = await partiesOf(server);
}, 120_000);
afterAll(() => server.close());

let count = 0;

const voyage = ({ billCompany, insurer, broker, vslCde }: Parties): Json => ({
  billNo: `B${++count}`,
  vslCde,
  voyNo: '012W',
  insureValue: '1000000',
  rate: '0.00123456',
  billCompany,
  insurerCde: insurer,
  insurerBroker: broker,
  payeeInfo: 'Y',
  relateAddRisk: 'N',
  stageNo: 2,
});

const REFUSALS: Refusal[] = [
  ...PARTY_REFUSALS,
  ...COVER_REFUSALS,
  ['neither vessel nor demand side', { vslCde: null, vslName: 'SEA STAR' }, 'demandSide'],
  ['an unknown vessel', { vslCde: '?!?' }, 'vslCde', 'MSG_master_0201'],
  ['an unknown broker', { insurerBroker: 'NONE' }, 'insurerBroker', 'MSG_master_0207'],
  ['a flag that is neither Y nor N', { payeeInfo: 'X' }, 'payeeInfo'],
  ['another flag that is neither Y nor N', { relateAddRisk: 'X' }, 'relateAddRisk'],
  ['no instalment', { stageNo: 0 }, 'stageNo'],
  ['21 instalments', { stageNo: 21 }, 'stageNo'],
  ['a rate with too many places', { rate: '0.001234567' }, 'rate'],
  ['a sum insured of 21 digits', { insureValue: `1${'0'.repeat(18)}.00`, premium: '1' }, 'insureValue'],
  ['a negative premium', { premium: '-1' }, 'premium'],
  ['no premium, as nothing computes it', { insureValue: null }, 'premium'],
  ['a long vessel name', { vslName: tooLong(30) }, 'vslName'],
  ['a long voyage', { voyNo: tooLong(10) }, 'voyNo'],
  ['a long billing number', { billNo: tooLong(50) }, 'billNo'],
  ['a long region', { regionInfo: tooLong(50) }, 'regionInfo'],
  ['a long person in charge', { operator: tooLong(50) }, 'operator'],
  ['a long demand side', { demandSide: tooLong(100) }, 'demandSide'],
];

const COMPUTED: Kind['computed'] = [
  ['the premium, not pro rata', { policyTo: '2025-01-31' }, { premium: '1234.56', policyFrom: '2025-01-01' }],
  ['no premium where another is entered', { premium: '900' }, { premium: '900.00' }],
  ['the name of the vessel', {}, { vslName: 'SEA STAR' }],
  [
    'its subject from the billing number, for a demand side without a vessel',
    { vslCde: null, demandSide: 'Shipper', billNo: 'BILL 1' },
    { subject: 'BILL 1', vslCde: null, vslName: null },
  ],
  ['20 instalments', { stageNo: 20 }, { stageNo: 20 }],
];

const KINDS = [
  ['cargo-transport', 'Premium-CARGO'],
  ['innocent-owner', 'Premium-IOI'],
  ['fee-insurance', 'Premium-FEE'],
  ['kidnap-ransom', 'Premium-KR'],
  ['freight-demurrage', 'Premium-FDD'],
  ['delay-risk', 'Premium-DELAY'],
  ['loss-of-hire', 'Premium-LOH'],
] as const;

describeKinds(
  KINDS.map(([entity, policyType], index): Kind => ({
    entity,
    bodyIsTested: index > 0,
    policyType,
    body: voyage,
    same: { billNo: 'SAME' },
    duplicate: ['billNo', 'MSG_generic_0121'],
    other: { billNo: 'OTHER' },
    computed: [...COMPUTED, ['the copy of the policy type', {}, { policyType }]],
    refusals: REFUSALS,
    required: ['billNo', 'voyNo', 'billCompany', 'insurerCde', 'insurerBroker', 'payeeInfo', 'relateAddRisk'],
    state: 'status',
    discounted: { rate: '0.0011111', premium: '1111.10' },
    filters: [{ billCompany: undefined }, { insurerCde: undefined }, { versionId: undefined }],
  })),
  () => ({ server, parties }),
);

describeSurrenders(
  {
    entity: 'loss-of-hire',
    policyType: 'Premium-LOH',
    body: voyage,
    due: 'premium',
    second: () => ({ billNo: `B${++count}`, insureValue: '2000000' }),
    named: ['billNo', 'billNo'],
  },
  () => ({ server, parties }),
);

test('a premium with a number of instalments is split equally over its cover, another one by the stages of the year', async () => {
  const halves = [
    { calcFrom: '2024-01-01', calcTo: '2024-06-30', dueDate: '2024-01-15', curr: 'USD' },
    { calcFrom: '2024-07-01', calcTo: '2024-12-31', dueDate: '2024-07-15', curr: 'USD' },
  ];
  await server.create('policy-year', premiumYear('Premium-CARGO', '2024', { 'policy-stage': halves }));
  const { id } = await premiumVersion(server, 'Premium-CARGO', '2024');
  const covers: [billNo: string, fields: Json, lines: string[][]][] = [
    [
      'THREE',
      { stageNo: 3, premium: '100', policyFrom: '2024-01-01', policyTo: '2024-03-30' },
      [
        ['2024-01-01', '2024-01-30', '2024-01-01', '33.33'],
        ['2024-01-31', '2024-02-29', '2024-01-31', '33.33'],
        ['2024-03-01', '2024-03-30', '2024-03-01', '33.34'],
      ],
    ],
    [
      'TWO COVERS',
      { stageNo: 1, premium: '1000', subject: 'TWO COVERS' },
      [
        ['2024-01-01', '2024-12-31', '2024-01-01', '1000.00'],
        ['2024-01-01', '2024-07-01', '2024-01-01', '5.00'],
        ['2024-07-02', '2024-12-31', '2024-07-02', '5.00'],
      ],
    ],
    ['ONE', { stageNo: 1, premium: '100' }, [['2024-01-01', '2024-12-31', '2024-01-01', '100.00']]],
    [
      'MORE THAN DAYS',
      { stageNo: 3, premium: '10', policyFrom: '2024-03-01', policyTo: '2024-03-02' },
      [
        ['2024-03-01', '2024-03-01', '2024-03-01', '3.33'],
        ['2024-03-01', '2024-03-01', '2024-03-01', '3.33'],
        ['2024-03-02', '2024-03-02', '2024-03-02', '3.34'],
      ],
    ],
    [
      'NONE',
      { stageNo: null, premium: '366' },
      [
        ['2024-01-01', '2024-06-30', '2024-01-15', '182.00'],
        ['2024-07-01', '2024-12-31', '2024-07-15', '184.00'],
      ],
    ],
  ];
  for (const [billNo, fields] of covers)
    await server.create('cargo-transport', { versionId: id, ...voyage(parties), billNo, ...fields });
  await server.create('cargo-transport', {
    versionId: id,
    ...voyage(parties),
    billNo: 'SECOND',
    subject: 'TWO COVERS',
    stageNo: 2,
    premium: '10',
  });
  await server.pool.query(`update premium_version set "versionStatus" = 'Formal' where id = $1`, [id]);
  const lines = async (): Promise<unknown> => {
    const stored = await rowsOf(server, 'premium-stage', id);
    return covers.map(([billNo]) =>
      stored
        .filter(({ subject }) => subject === billNo)
        .sort((a, b) => a['stageNo'] - b['stageNo'])
        .map(({ calcFrom, calcTo, dueDate, stagePremium }) => [calcFrom, calcTo, dueDate, stagePremium]),
    );
  };
  const expected = covers.map(([, , own]) => own);
  expect(await act(server, 'premium-version', id, 'split')).toMatchObject({
    status: 200,
    message: '12 instalments created, 0 changed; total USD 1,586.00',
  });
  expect(await lines()).toEqual(expected);
  // split again, the parts stay as they are
  expect((await act(server, 'premium-version', id, 'split')).status).toBe(200);
  expect(await lines()).toEqual(expected);
});

test('premiums whose total has too many digits for the version are refused', async () => {
  await server.call('POST', '/api/policy-year', { body: premiumYear('Premium-DELAY', '2025') });
  const { id: versionId } = await premiumVersion(server, 'Premium-DELAY', '2025');
  const premium = `6${'0'.repeat(17)}.00`;
  const one = await server.create('delay-risk', { ...voyage(parties), versionId, premium });
  const before = await server.footprint();
  const more = await server.call('POST', '/api/delay-risk', { body: { ...voyage(parties), versionId, premium } });
  expect(more).toMatchObject({
    status: 400,
    errors: [
      {
        field: 'premium',
        key: 'MSG_premium_0246',
        message: 'The premiums of the version would total more than 18 digits before the decimal point',
      },
    ],
  });
  expect(await server.footprint()).toBe(before);
  expect(await server.read('premium-version', versionId)).toMatchObject({ totalUsd: one['premium'] });
});
