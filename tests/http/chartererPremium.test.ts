import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  COVER_REFUSALS,
  describeKinds,
  describeSurrenders,
  PARTY_REFUSALS,
  partiesOf,
  tooLong,
  YEAR,
  type Kind,
  type Parties,
} from './premiumKinds.ts';
import { premiumVersion } from './premiumRows.ts';
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

const charter = ({ billCompany, insurer, broker, vslCde }: Parties): Json => ({
  vslCde,
  deliveryDt: '2025-01-01',
  estRedeliveryDt: '2025-03-14',
  gtRate: '1.5',
  oilInsuranceAp: 'N',
  billCompany,
  insurerCde: insurer,
  insBroker: broker,
  insBrokerRec: 'Y',
});
const additional = ({ billCompany, insurer, broker, vslCde }: Parties): Json => ({
  policyType: 'KR',
  vslCde,
  voyNum: `V${++count}`,
  policyFrom: '2025-01-01',
  policyTo: '2025-03-14',
  calcUnit: 'GT',
  calcRate: '0.15',
  calcType: 'UNIT',
  billCompany,
  insurerCde: insurer,
  insBroker: broker,
  insBrokerRec: 'Y',
});
const BROKER = ['an unknown broker', { insBroker: 'NONE' }, 'insBroker', 'MSG_master_0207'] as const;
const VESSEL = ['an unknown vessel', { vslCde: '?!?' }, 'vslCde', 'MSG_master_0201'] as const;

const KINDS: Kind[] = [
  {
    entity: 'charterer-premium',
    policyType: 'Premium-TCL',
    body: charter,
    same: {},
    duplicate: ['coverFrom', 'MSG_generic_0121'],
    other: { deliveryDt: '2025-04-01', estRedeliveryDt: '2025-04-30' },
    // 10,000 GT, 73 of 365 days
    computed: [
      [
        'the premium of the tonnage, with both ends of the charter',
        {},
        { coverFrom: '2025-01-01', coverTo: '2025-03-14', days: 73, premium: '3000.00', totalPremium: '3000.00' },
      ],
      ['the premium of tonnage and cargo', { cargoMt: '20000', mtRate: '0.25' }, { premium: '4000.00' }],
      ['the premium of the cargo alone', { gtRate: null, cargoMt: '20000', mtRate: '0.25' }, { premium: '1000.00' }],
      ['the premium of other days', { days: 146 }, { days: 146, premium: '6000.00' }],
      ['no premium where another is entered', { premium: '10' }, { premium: '10.00', totalPremium: '10.00' }],
      ['the total with fuel insurance', { oilInsuranceAp: 'Y', oilPremium: '100.5' }, { totalPremium: '3100.50' }],
      ['the total without a fuel premium that does not apply', { oilPremium: '100.5' }, { totalPremium: '3000.00' }],
      [
        'the cover from the estimated dates where the others are missing',
        { deliveryDt: null, estDeliveryDt: '2025-02-01', redeliveryDt: '2025-02-28' },
        { coverFrom: '2025-02-01', coverTo: '2025-02-28', days: 28 },
      ],
      [
        'the data of the vessel',
        {},
        {
          vslNme: 'SEA STAR',
          imoNum: '9074729',
          yearBuilt: '2010',
          flagCntry: 'CN',
          grossTonnage: '10000',
          policyType: 'Premium-TCL',
        },
      ],
    ],
    refusals: [
      ...PARTY_REFUSALS,
      [...BROKER],
      [...VESSEL],
      ['no delivery', { deliveryDt: null }, 'estDeliveryDt'],
      ['no redelivery', { estRedeliveryDt: null }, 'redeliveryDt'],
      ['a delivery after the redelivery', { deliveryDt: '2025-03-15' }, 'deliveryDt'],
      ['a charter outside the policy year', { estRedeliveryDt: '2026-01-01' }, 'estRedeliveryDt'],
      ['fuel insurance without its premium', { oilInsuranceAp: 'Y' }, 'oilPremium'],
      ['a flag that is neither Y nor N', { oilInsuranceAp: 'X' }, 'oilInsuranceAp'],
      ['no premium, as nothing computes it', { gtRate: null }, 'premium'],
      ['0 days', { days: 0 }, 'days'],
      ['a total that is entered', { totalPremium: '1' }, 'totalPremium'],
      ['a long vessel name', { vslNme: tooLong(30) }, 'vslNme'],
      ['a long IMO number', { imoNum: tooLong(30) }, 'imoNum'],
      ['a long vessel type', { vesselType: tooLong(30) }, 'vesselType'],
      ['a long year built', { yearBuilt: tooLong(20) }, 'yearBuilt'],
      ['a long flag', { flagCntry: tooLong(60) }, 'flagCntry'],
    ],
    required: ['vslCde', 'billCompany', 'insurerCde', 'insBroker', 'insBrokerRec', 'oilInsuranceAp'],
    state: 'recordStatus',
    discounted: { gtRate: '1.35', premium: '2700.00', totalPremium: '2700.00' },
    filters: [{ versionType: 'quotation' }, { policyYear: '2025' }, { versionId: undefined }],
  },
  {
    entity: 'liability-ap',
    policyType: 'Premium-AP',
    body: additional,
    same: {},
    duplicate: ['policyFrom', 'MSG_generic_0121'],
    other: { policyFrom: '2025-04-01', policyTo: '2025-04-30' },
    // 10,000 GT, 100 TEU, 73 of 365 days
    computed: [
      ['the premium of the tonnage', {}, { calcQty: '10000', premium: '1500.00', vslNme: 'SEA STAR' }],
      ['the premium of the TEU', { calcUnit: 'TEU' }, { calcQty: '100', premium: '15.00' }],
      ['the premium of the days', { calcUnit: 'DAY', calcRate: '2' }, { calcQty: '73', premium: '146.00' }],
      ['the premium of a voyage', { calcUnit: 'VOYAGE', calcRate: '250' }, { calcQty: '1', premium: '250.00' }],
      ['the premium of a lump sum', { calcUnit: 'LUMP', calcRate: '300' }, { calcQty: '1', premium: '300.00' }],
      ['the premium of other units', { calcQty: '20000' }, { premium: '3000.00' }],
      ['the premium pro rata of the year', { calcType: 'PRORATA' }, { premium: '300.00' }],
      ['no premium where it is entered', { calcType: 'MANUAL', premium: '77' }, { premium: '77.00' }],
    ],
    refusals: [
      ...PARTY_REFUSALS,
      ...COVER_REFUSALS,
      [...BROKER],
      [...VESSEL],
      ['no premium where it must be entered', { calcType: 'MANUAL' }, 'premium'],
      ['an unknown method', { calcType: 'NONE' }, 'calcType'],
      ['an unknown unit', { calcUnit: 'NONE' }, 'calcUnit'],
      ['an unknown liability', { policyType: 'NONE' }, 'policyType'],
      ['a long vessel name', { vslNme: tooLong(30) }, 'vslNme'],
      ['a long voyage', { voyNum: tooLong(10) }, 'voyNum'],
      ['a long currency', { cur: 'USDX' }, 'cur'],
    ],
    required: [
      'policyType',
      'vslCde',
      'billCompany',
      'insurerCde',
      'insBroker',
      'insBrokerRec',
      'calcUnit',
      'calcRate',
      'calcType',
    ],
    state: 'recordStatus',
    discounted: { calcRate: '0.135', premium: '1350.00' },
    filters: [
      { policyType: 'KR', policyYear: '2025' },
      { policyType: 'KR', insurerCde: undefined },
      { policyType: 'KR', billCompany: undefined },
      { versionId: undefined },
    ],
  },
];

describeKinds(KINDS, () => ({ server, parties }));
describeSurrenders(
  {
    ...KINDS[0]!,
    due: 'totalPremium',
    second: ({ otherInsurer }) => ({ insurerCde: otherInsurer, estRedeliveryDt: '2025-03-31' }),
    named: ['insurer', 'insurerCde'],
  },
  () => ({ server, parties }),
);

test('a surrender of one of two charters of a vessel with the same insurer lies in one of them only', async () => {
  const { id } = await premiumVersion(server, 'Premium-TCL', YEAR);
  const short = await server.create('charterer-premium', { versionId: id, ...charter(parties) });
  const long = await server.create('charterer-premium', {
    versionId: id,
    ...charter(parties),
    estRedeliveryDt: '2025-03-31',
  });
  await server.pool.query(`update premium_version set "versionStatus" = 'Formal' where id = $1`, [id]);
  const surrender = (toDate: string): Promise<Answer> =>
    server.call('POST', '/api/premium-return', {
      body: {
        versionId: id,
        vslCde: parties.vslCde,
        insurer: parties.insurer,
        returnType: 'SURRENDER',
        fromDate: '2025-03-01',
        toDate,
        amount: '1',
      },
    });
  const { errors } = await withoutTrace(server, () => surrender('2025-03-10'), { status: 400 });
  expect(errors.map(({ field }) => field)).toEqual(['insurer']);
  expect(await surrender('2025-03-20')).toMatchObject({ status: 201 });
  const totals = [short, long].map(async (row) => (await server.read('charterer-premium', row['id']))['surrenderAmt']);
  expect(await Promise.all(totals)).toEqual([null, '1.00']);
});
