import { afterAll, beforeAll } from 'vitest';
import {
  COVER_REFUSALS,
  describeKinds,
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

const project = ({ billCompany, insurer, broker }: Parties): Json => ({
  palletCode: `P${++count}`,
  projectNo: 'Q1',
  insured: 'Logistics Company',
  insuredValue: '1000000',
  rate: '0.002',
  coInsuranceRate: '0.4',
  billCompany,
  insurerCde: insurer,
  insurerBroker: broker,
  payeeInfo: 'N',
  relateAddRisk: 'N',
});

const REFUSALS: Refusal[] = [
  ...PARTY_REFUSALS,
  ...COVER_REFUSALS,
  ['an unknown broker', { insurerBroker: 'NONE' }, 'insurerBroker', 'MSG_master_0207'],
  ['a flag that is neither Y nor N', { payeeInfo: 'X' }, 'payeeInfo'],
  ['another flag that is neither Y nor N', { relateAddRisk: 'X' }, 'relateAddRisk'],
  ['a co-insurance share of 0', { coInsuranceRate: '0' }, 'coInsuranceRate'],
  ['a co-insurance share above 1', { coInsuranceRate: '1.00000001' }, 'coInsuranceRate'],
  ['a negative deductible', { deductible: '-1' }, 'deductible'],
  ['a deductible of 21 digits', { deductible: `1${'0'.repeat(18)}.00` }, 'deductible'],
  ['a sum insured of 21 digits', { insuredValue: `1${'0'.repeat(18)}.00`, fullPremium: '1' }, 'insuredValue'],
  ['a long pallet code', { palletCode: tooLong(100) }, 'palletCode'],
  ['a long project number', { projectNo: tooLong(100) }, 'projectNo'],
  ['long persons or address', { personOrAddress: tooLong(100) }, 'personOrAddress'],
  ['a long insured', { insured: tooLong(100) }, 'insured'],
  ['a long address', { subAddress: tooLong(100) }, 'subAddress'],
];

/** Premiums of 1,000,000 at 0.2 %, of which the group insures 40 %. */
const COMPUTED: Kind['computed'] = [
  [
    'the premium of a whole year',
    {},
    {
      yearPremium: '2000.00',
      fullPremium: '2000.00',
      actPremium: '800.00',
      policyFrom: '2025-01-01',
      policyTo: '2025-12-31',
    },
  ],
  [
    'the premium of 73 days, both ends counted',
    { policyFrom: '2025-01-01', policyTo: '2025-03-14' },
    { yearPremium: '2000.00', fullPremium: '400.00', actPremium: '160.00' },
  ],
  ['the whole premium for a share of 1', { coInsuranceRate: '1' }, { actPremium: '2000.00' }],
  ['the share of another full premium', { fullPremium: '1000.01' }, { fullPremium: '1000.01', actPremium: '400.00' }],
  ['no premium where another is entered', { actPremium: '900' }, { fullPremium: '2000.00', actPremium: '900.00' }],
  ['its subject from pallet and project', { palletCode: 'PAL', projectNo: 'PRJ' }, { subject: 'PAL PRJ' }],
  [
    'its subject from the pallet alone where both are long',
    { palletCode: 'p'.repeat(50), projectNo: 'q'.repeat(50) },
    { subject: 'p'.repeat(50) },
  ],
];

const KINDS = [
  ['transport-liability', 'Premium-TOL'],
  ['logistics-liability', 'Premium-LOGISTICS'],
  ['other-liability', 'Premium-OTHER'],
] as const;

describeKinds(
  KINDS.map(([entity, policyType], index): Kind => ({
    entity,
    bodyIsTested: index > 0,
    policyType,
    body: project,
    same: { palletCode: 'SAME', projectNo: 'SAME' },
    duplicate: ['palletCode', 'MSG_premium_0112'],
    other: { projectNo: 'OTHER' },
    computed: [...COMPUTED, ['the copy of the policy type', {}, { policyType }]],
    refusals: REFUSALS,
    required: [
      'palletCode',
      'projectNo',
      'insured',
      'insuredValue',
      'rate',
      'coInsuranceRate',
      'billCompany',
      'insurerCde',
      'insurerBroker',
      'payeeInfo',
      'relateAddRisk',
    ],
    state: 'status',
    discounted: { rate: '0.0018', fullPremium: '1800.00', actPremium: '720.00' },
    filters: [{ policyYear: '2025' }, { versionId: undefined }],
  })),
  () => ({ server, parties }),
);
