import { afterAll, beforeAll } from 'vitest';
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
