import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someCases } from '../longTest.ts';
import { companyBody, creditCode, nextCode, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** The rules of the specification for master data (1§5, 2§5), each on every path by which a row is written. */
let server: TestServer;
let companies: string[];
let vslCde: string;
beforeAll(async () => {
  server = await startTestServer();
  companies = [];
  for (let n = 0; n < 11; n++) companies.push((await server.create('company', companyBody()))['companyCde']);
  ({ vslCde } = (await server.create('vessel', await vesselBody(server))) as { vslCde: string });
});
afterAll(() => server.close());

let counter = 0;
const numbered = (places: number): string => String(++counter).padStart(places, '0');
const code = (fields: Json = {}): Json => ({ code: nextCode('L'), name: 'Name', ...fields });
const order = (): Json => code({ quantity: '1', date: '2026-01-01' });

/** A valid body of a new row of each entity. */
const VALID: Record<string, () => Json | Promise<Json>> = {
  company: () => companyBody({ companyType: 'SUPPLIER', sapid: '100' }),
  department: () => ({ deptCde: nextCode('D'), deptName: 'Claims' }),
  fleet: () => ({ fleetCde: nextCode('F'), fleetName: 'Ocean' }),
  position: () => ({ positionCde: nextCode('P'), positionName: 'Manager' }),
  'deductible-type': () => ({ deductibleTypeCde: nextCode('DT'), deductibleTypeName: 'Cargo' }),
  'charge-type': () => ({
    bussType: 'CARGO',
    chargeClass: 'LEGAL',
    chargeCode: nextCode('CH'),
    chargeNmeEN: 'Legal fee',
    chargeNmeCH: '律师费',
    compTypeCde: 'SUPPLIER',
  }),
  'company-contact': () => ({
    companyCde: companies[0],
    companyType: 'BILLING',
    contacts: nextCode('Li '),
    contactsMail: 'li@example.com',
    contactsPhone: '+86 21 1234',
  }),
  'bank-account': () => ({
    companyCde: companies[0],
    bnkBrchFullNme: 'Bank',
    bnkAcctNum: nextCode('6222'),
    ccyCde: 'CNY',
    useFlag: 'Y',
  }),
  'sap-party': () => ({ type: 'SUPPLIER', sapid: nextCode('V'), regNme: 'Supplier' }),
  'exchange-rate': () => ({ fromCur: 'USD', toCur: 'CNY', exRateDate: `${2100 + ++counter}-01-01`, exRate: '7.1' }),
  vessel: () => vesselBody(server),
  schedule: () => ({ svcLoopCde: 'AEU1', vslCde, voyNum: numbered(3), dirBound: 'E' }),
  'mail-config': async () => ({
    vslCde: (await server.create('vessel', await vesselBody(server)))['vslCde'],
    receivers: 'a@example.com;b@example.com',
  }),
  'policy-year': () => {
    const policyYear = String(3000 + ++counter);
    return {
      policyYear,
      policyType: 'Premium-SLOT',
      effectiveFrom: `${policyYear}-01-01`,
      effectiveTo: `${policyYear}-12-31`,
      numOfStaging: 4,
    };
  },
  'vessel-insured': async () => {
    const { policyYear } = await server.create('policy-year', await VALID['policy-year']!());
    return {
      policyYear,
      vslCde,
      deductible: '1000',
      deductiblePCT: '10',
      rdc: '4/4',
      ffd: '4/4',
      operator: companies[0],
      regOwner: companies[1],
      techManager: companies[2],
      coOperator: [companies[3]],
      hmBrokerRec: 'Y',
    };
  },
  port: () => ({ countryCode: 'ZZ', portCode: numbered(3), portName: 'Port' }),
  currency: () => ({
    curCde: `Q${String.fromCharCode(65 + (++counter % 26))}${String.fromCharCode(65 + (Math.floor(counter / 26) % 26))}`,
    curNameEn: 'Unit',
    curNameCh: '单位',
  }),
  goods: () => ({ sku: nextCode('SKU'), name: 'Goods' }),
  'hs-code': () => ({ hsCode: `99${numbered(4)}`, name: 'Goods' }),
  'customs-type': code,
  'customs-broker': code,
  inventory: order,
  'inbound-order': order,
  'outbound-order': order,
  'customer-order': order,
  quotation: order,
  'logistics-rate': order,
};

async function imported(entity: string, body: Json): Promise<Answer> {
  const cell = (value: unknown): string =>
    `"${(value == null ? '' : Array.isArray(value) ? value.join(';') : String(value)).replaceAll('"', '""')}"`;
  const form = new FormData();
  form.append('file', new Blob([`${Object.keys(body).join()}\n${Object.values(body).map(cell).join()}\n`]), 'rows.csv');
  return server.call('POST', `/api/${entity}/import?dryRun=false`, { body: form });
}
const blamed = ({ errors, result }: Answer): string[] => [
  ...new Set([...errors, ...((result?.errors ?? []) as Json[])].map(({ field }) => field as string)),
];

/** Checks that every path refuses with the same fields, and nothing is stored. */
async function isRefused(entity: string, change: Json, fields: readonly string[]): Promise<void> {
  const [body, other] = [
    { ...(await VALID[entity]!()), ...change },
    await server.create(entity, await VALID[entity]!()),
  ];
  const before = await server.footprint();
  const ways: [string, () => Promise<Answer>][] = [
    ['create', () => server.call('POST', `/api/${entity}`, { body })],
    ['change', () => server.call('PATCH', `/api/${entity}/${other['id']}`, { body: { rev: other['rev'], ...change } })],
    ['import', () => imported(entity, body)],
  ];
  for (const [way, send] of ways) {
    const answer = await send();
    expect(answer.status, `${way}: ${answer.text}`).toBe(400);
    expect(blamed(answer), `${way}: ${answer.text}`).toEqual(expect.arrayContaining([...fields]));
  }
  expect(await server.footprint()).toBe(before);
}

const long = (characters: number): string => '船'.repeat(characters);
const letters = (characters: number): string => 'A'.repeat(characters);
const eleven = (): string[] => companies.slice(0, 11);

/** entity → error → fields that report it. Values are computed once the companies exist. */
const INVALID: Record<string, [message: string, change: () => Json, ...fields: string[]][]> = {
  company: [
    ['code at most 16', () => ({ companyCde: letters(17) }), 'companyCde'],
    ['English name at most 100', () => ({ companyNameEn: long(101) }), 'companyNameEn'],
    ['credit code of 18', () => ({ unifiedSocialCreditNo: creditCode(1).slice(1) }), 'unifiedSocialCreditNo'],
    [
      'credit code without I, O, S, V, Z',
      () => ({ unifiedSocialCreditNo: `I${creditCode(1).slice(1)}` }),
      'unifiedSocialCreditNo',
    ],
    ['a credit code in China', () => ({ country: 'CN', unifiedSocialCreditNo: null }), 'unifiedSocialCreditNo'],
    ['country is one', () => ({ country: 'QQ' }), 'country'],
    ['type code at most 10', () => ({ companyType: letters(11) }), 'companyType'],
    ['type is one', () => ({ companyType: 'NOSUCH' }), 'companyType'],
    ['SAP ID at most 20', () => ({ sapid: letters(21) }), 'sapid'],
    ['founded by today', () => ({ dateOfEstablished: '2999-01-01' }), 'dateOfEstablished'],
    ['e-mail', () => ({ contactsEmail: 'nobody' }), 'contactsEmail'],
    ['currency is one', () => ({ baseCur: 'QQQ' }), 'baseCur'],
  ],
  vessel: [
    ['code at most 3', () => ({ vslCde: 'ABCD' }), 'vslCde'],
    ['English name at most 30', () => ({ vslNme: long(31) }), 'vslNme'],
    ['Chinese name at most 60', () => ({ vslNmeCh: long(61) }), 'vslNmeCh'],
    ['IMO at most 30', () => ({ imoNum: letters(31) }), 'imoNum'],
    ['tonnage above 0', () => ({ grossTonnage: '0' }), 'grossTonnage'],
    ['TEU positive', () => ({ teu: 0 }), 'teu'],
    ['TEU whole', () => ({ teu: 1.5 }), 'teu'],
    ['year of four digits', () => ({ yearBuilt: '20' }), 'yearBuilt'],
    ['status is one', () => ({ vesselStatus: 'Sunk' }), 'vesselStatus'],
    ['class is one', () => ({ classSociety: 'QQ' }), 'classSociety'],
    ['dates in order', () => ({ effectiveFrom: '2020-02-01', effectiveTo: '2020-01-31' }), 'effectiveTo'],
  ],
  'vessel-insured': [
    [
      'operator no joint operator',
      () => ({ operator: companies[3], coOperator: [companies[3]] }),
      'operator',
      'coOperator',
    ],
    [
      'registered owner no joint operator',
      () => ({ regOwner: companies[3], coOperator: [companies[4], companies[3]] }),
      'regOwner',
      'coOperator',
    ],
    [
      'technical manager no joint operator',
      () => ({ techManager: companies[3], coOperator: [companies[3]] }),
      'techManager',
      'coOperator',
    ],
    ...[
      'coOperator',
      'mortgagee',
      'club',
      'bareCharterer',
      'subBareCharterer',
      'timeCharterer',
      'subTimeCharterer',
    ].map((field): [string, () => Json, string] => [
      `at most 10 of ${field}`,
      () => ({ operator: null, regOwner: null, techManager: null, [field]: eleven() }),
      field,
    ]),
    ...['hmBroker', 'apBroker', 'piBroker'].flatMap((field): [string, () => Json, string][] => [
      [`${field} at most 16`, () => ({ [field]: letters(17) }), field],
      [`${field} is a company`, () => ({ [field]: 'NOSUCH' }), field],
      [`${field}Rec is Y or N`, () => ({ [`${field}Rec`]: 'X' }), `${field}Rec`],
    ]),
    ['percentage at most 100', () => ({ deductiblePCT: '100.01' }), 'deductiblePCT'],
    ['the policy year is kept', () => ({ policyYear: '1999' }), 'policyYear'],
    ['the vessel is one', () => ({ vslCde: '-?-' }), 'vslCde'],
  ],
  'policy-year': [
    ['year of four digits', () => ({ policyYear: '20260' }), 'policyYear'],
    ['at least one instalment', () => ({ numOfStaging: 0 }), 'numOfStaging'],
    ['at most 20', () => ({ numOfStaging: 21 }), 'numOfStaging'],
    ['P&I needs the reinsurance rate', () => ({ policyType: 'Premium-PI', irate: null, etcRate: '0.1' }), 'irate'],
    ['P&I needs the etc rate', () => ({ policyType: 'Premium-PI', irate: '0.1', etcRate: null }), 'etcRate'],
    [
      'H&M needs the addition factor',
      () => ({ policyType: 'Premium-HM', addlRatio: null, ivInsuredPct: '20' }),
      'addlRatio',
    ],
    [
      'H&M needs the IV proportion',
      () => ({ policyType: 'Premium-HM', addlRatio: '0.1', ivInsuredPct: null }),
      'ivInsuredPct',
    ],
    ['dates in order', () => ({ effectiveFrom: '2999-02-01', effectiveTo: '2999-01-01' }), 'effectiveTo'],
    ['type is one', () => ({ policyType: 'Premium-X' }), 'policyType'],
  ],
  'charge-type': [
    ['business type at most 20', () => ({ bussType: letters(21) }), 'bussType'],
    ['category at most 16', () => ({ chargeClass: letters(17) }), 'chargeClass'],
    ['type at most 16', () => ({ chargeCode: letters(17) }), 'chargeCode'],
    ['English name at most 50', () => ({ chargeNmeEN: long(51) }), 'chargeNmeEN'],
    ['Chinese name at most 50', () => ({ chargeNmeCH: long(51) }), 'chargeNmeCH'],
    ['company type at most 10', () => ({ compTypeCde: letters(11) }), 'compTypeCde'],
    ['company type is one', () => ({ compTypeCde: 'NOSUCH' }), 'compTypeCde'],
  ],
  'company-contact': [
    ['company identity is one', () => ({ companyType: 'BROKER' }), 'companyType'],
    ['company code at most 16', () => ({ companyCde: letters(17) }), 'companyCde'],
    ['contacts at most 100', () => ({ contacts: long(101) }), 'contacts'],
    ['e-mail at most 100', () => ({ contactsMail: `${letters(90)}@example.com` }), 'contactsMail'],
    ['number at most 100', () => ({ contactsPhone: '1'.repeat(101) }), 'contactsPhone'],
    ['associated order numbers at most 100', () => ({ relatingRef: long(101) }), 'relatingRef'],
    ...[',', '，', '、', '；', '|'].flatMap((separator): [string, () => Json, string][] => [
      [`${separator} separates no contacts`, () => ({ contacts: `Li${separator}Wang` }), 'contacts'],
      [
        `${separator} separates no addresses`,
        () => ({ contactsMail: `a@example.com${separator}b@example.com` }),
        'contactsMail',
      ],
    ]),
  ],
  'bank-account': [
    ['SWIFT of 8 or 11', () => ({ bnkBrchSwiftBic: 'BKCHCNBJ1' }), 'bnkBrchSwiftBic'],
    ['currency is one', () => ({ ccyCde: 'QQQ' }), 'ccyCde'],
    ['in use is Y or N', () => ({ useFlag: 'X' }), 'useFlag'],
    ['number at most 34', () => ({ bnkAcctNum: '1'.repeat(35) }), 'bnkAcctNum'],
  ],
  'sap-party': [
    ['type is one', () => ({ type: 'BOTH' }), 'type'],
    ['SAP ID at most 20', () => ({ sapid: letters(21) }), 'sapid'],
    ['claimed by companies', () => ({ claimedBy: ['NOSUCH'] }), 'claimedBy'],
  ],
  'exchange-rate': [
    ['between two currencies', () => ({ fromCur: 'CNY', toCur: 'CNY' }), 'toCur'],
    ['not 0', () => ({ exRate: '0' }), 'exRate'],
    ['not below 0', () => ({ exRate: '-1' }), 'exRate'],
    ['of eight places', () => ({ exRate: '0.000000001' }), 'exRate'],
    ['currency is one', () => ({ fromCur: 'QQQ' }), 'fromCur'],
  ],
  schedule: [
    ['route at most 4', () => ({ svcLoopCde: 'AEU12' }), 'svcLoopCde'],
    ['voyage at most 3', () => ({ voyNum: '0001' }), 'voyNum'],
    ['direction is one', () => ({ dirBound: 'X' }), 'dirBound'],
    ['vessel is one', () => ({ vslCde: '-?-' }), 'vslCde'],
    ['dates in order', () => ({ departureDate: '2026-02-01', arrivalDate: '2026-01-01' }), 'arrivalDate'],
  ],
  'mail-config': [
    ['receivers have addresses', () => ({ receivers: 'Li' }), 'receivers'],
    ['a comma separates none', () => ({ copies: 'a@example.com,b@example.com' }), 'copies'],
  ],
  port: [
    ['code at most 3', () => ({ portCode: 'SHAN' }), 'portCode'],
    ['country of two letters', () => ({ countryCode: 'C1' }), 'countryCode'],
  ],
  currency: [
    ['of three letters', () => ({ curCde: 'X1' }), 'curCde'],
    ['at most 4 places', () => ({ minorUnits: 5 }), 'minorUnits'],
  ],
  'hs-code': [['pairs of digits', () => ({ hsCode: '12345' }), 'hsCode']],
  goods: [['HS code is one', () => ({ hsCode: '9' }), 'hsCode']],
  quotation: [
    ['valid until after it is given', () => ({ date: '2026-02-01', validTo: '2026-01-31' }), 'validTo'],
    ['of an order that is there', () => ({ orderCode: 'NOSUCH' }), 'orderCode'],
    ['not below 0', () => ({ quantity: '-1' }), 'quantity'],
  ],
  inventory: [['not below 0', () => ({ quantity: '-0.001' }), 'quantity']],
};

describe.each(Object.entries(INVALID))('%s', (entity, cases) => {
  test.each(someCases(3, cases))('%s', async (_, change, ...fields) => {
    await isRefused(entity, change(), fields);
  });
});

/** Required fields, as the specification lists them. */
const REQUIRED: Record<string, string[]> = {
  company: ['companyCde', 'companyNameEn', 'companyNameCh', 'country', 'addressEn', 'addressCh'],
  vessel: [
    'vslCde',
    'grossTonnage',
    'callSign',
    'yearBuilt',
    'teu',
    'operator',
    'owner',
    'flagCntry',
    'regPort',
    'classSociety',
    'vesselStatus',
    'fleet',
    'shipArea',
  ],
  'vessel-insured': ['policyYear', 'vslCde', 'deductible', 'deductiblePCT', 'rdc', 'ffd'],
  'policy-year': ['policyYear', 'policyType', 'effectiveFrom', 'effectiveTo'],
  'charge-type': ['bussType', 'chargeClass', 'chargeCode', 'chargeNmeEN', 'chargeNmeCH', 'compTypeCde'],
  'company-contact': ['companyCde', 'companyType', 'contacts', 'contactsMail', 'contactsPhone'],
  'bank-account': ['bnkAcctNum', 'ccyCde'],
  'sap-party': ['type', 'sapid', 'regNme'],
  'exchange-rate': ['fromCur', 'toCur', 'exRateDate', 'exRate'],
  department: ['deptCde', 'deptName'],
  fleet: ['fleetCde', 'fleetName'],
  position: ['positionCde', 'positionName'],
  'deductible-type': ['deductibleTypeCde', 'deductibleTypeName'],
  schedule: ['svcLoopCde', 'vslCde', 'voyNum', 'dirBound'],
  'mail-config': ['vslCde', 'receivers'],
};

test.each(someCases(4, Object.entries(REQUIRED)))(
  '%s refuses a row without required fields, blanks included',
  async (entity, fields) => {
    const own = await VALID[entity]!();
    const blank = (field: string): unknown => (typeof own[field] === 'string' && field !== 'exRateDate' ? '  ' : null);
    // in two halves, as a file may have blank lines
    for (const half of [fields.slice(0, fields.length / 2), fields.slice(fields.length / 2)])
      await isRefused(entity, Object.fromEntries(half.map((field) => [field, blank(field)])), half);
  },
);

/** Unique fields; codes in capitals or small letters. */
const UNIQUE: [entity: string, ...fields: string[]][] = [
  ['company', 'companyCde'],
  ['company', 'companyNameEn'],
  ['company', 'companyNameCh'],
  ['company', 'unifiedSocialCreditNo'],
  ['department', 'deptCde'],
  ['fleet', 'fleetCde'],
  ['position', 'positionCde'],
  ['deductible-type', 'deductibleTypeCde'],
  ['charge-type', 'bussType', 'chargeClass', 'chargeCode'],
  ['sap-party', 'type', 'sapid'],
  ['exchange-rate', 'fromCur', 'toCur', 'exRateDate'],
  ['bank-account', 'companyCde', 'bnkAcctNum', 'ccyCde'],
  ['schedule', 'svcLoopCde', 'vslCde', 'voyNum', 'dirBound'],
  ['vessel-insured', 'policyYear', 'vslCde'],
  ['goods', 'sku'],
  ['hs-code', 'hsCode'],
];
const CODES = new Set([
  'companyCde',
  'unifiedSocialCreditNo',
  'deptCde',
  'fleetCde',
  'positionCde',
  'deductibleTypeCde',
  'chargeClass',
  'chargeCode',
  'sku',
]);

test.each(
  someCases(
    8,
    UNIQUE.map(([entity, ...fields]): [string, string, string[]] => [entity, fields.join(', '), fields]),
  ),
)('two rows of %s are not alike in %s', async (entity, _, fields) => {
  const [first, second] = [
    await server.create(entity, await VALID[entity]!()),
    await server.create(entity, await VALID[entity]!()),
  ];
  const same = Object.fromEntries(
    fields.map((field) => [field, CODES.has(field) ? ` ${String(first[field]).toLowerCase()} ` : first[field]]),
  );
  const before = await server.footprint();
  for (const answer of [
    await server.call('POST', `/api/${entity}`, { body: { ...(await VALID[entity]!()), ...same } }),
    ...(entity === 'bank-account' || entity === 'vessel-insured'
      ? []
      : [await server.call('PATCH', `/api/${entity}/${second['id']}`, { body: { rev: second['rev'], ...same } })]),
  ]) {
    expect(answer.status, answer.text).toBe(409);
    expect(blamed(answer)).toEqual(expect.arrayContaining(fields));
  }
  if (entity !== 'vessel-insured') expect(await server.footprint()).toBe(before);
});

test('codes are stored in capitals where the specification says so, references like the code they refer to, and a limit counts characters', async () => {
  expect(
    await server.create(
      'company',
      companyBody({ companyCde: ' abc-lower ', companyNameEn: long(99) + '🚢', sapid: letters(20) }),
    ),
  ).toMatchObject({ companyCde: 'ABC-LOWER', sapid: letters(20) });
  expect(
    await server.create(
      'vessel',
      await vesselBody(server, {
        vslCde: 'q9z',
        vslNme: long(30),
        vslNmeCh: long(60),
        imoNum: letters(30),
        grossTonnage: '0.5',
      }),
    ),
  ).toMatchObject({ vslCde: 'q9z', grossTonnage: '0.5' });
  expect(await server.create('mail-config', { vslCde: 'q9z', receivers: 'a@example.com' })).toMatchObject({
    vslCde: 'q9z',
  });
  expect(
    await server.call('POST', '/api/mail-config', { body: { vslCde: 'Q9Z', receivers: 'a@example.com' } }),
  ).toMatchObject({ status: 400, errors: [{ field: 'vslCde' }] });
});

test.each<[what: string, fields: Json, warned: string[]]>([
  ['a share of increased value of a quarter of the hull value', { ivInsuredPct: '20' }, []],
  ['more than a quarter', { ivInsuredPct: '20.0001' }, ['ivInsuredPct']],
  ['an addition of almost 100 %', { addlRatio: '0.99999999' }, []],
  [
    'an addition of 100 %, and all of the value as increased value',
    { addlRatio: '1', ivInsuredPct: '100' },
    ['addlRatio', 'ivInsuredPct'],
  ],
])('a hull year with %s is stored once its warnings are accepted', async (_, fields, warned) => {
  const year = {
    ...(await VALID['policy-year']!()),
    policyType: 'Premium-HM',
    addlRatio: '0.1',
    ivInsuredPct: '20',
    ...fields,
  };
  const before = await server.footprint();
  const answer = await server.call('POST', '/api/policy-year', { body: year });
  expect(answer.errors?.map(({ field, level }) => [field, level]) ?? []).toEqual(
    warned.map((field) => [field, 'warning']),
  );
  expect(answer.status).toBe(warned.length > 0 ? 400 : 201);
  if (warned.length === 0) return;
  expect(await server.footprint()).toBe(before);
  const accepted = { ...year, acceptWarnings: true };
  expect((await server.call('POST', '/api/policy-year', { body: accepted })).status).toBe(201);
});

test('an insured vessel copies the tonnage of the vessel, to its cents', async () => {
  expect(
    await server.create('vessel-insured', {
      ...(await VALID['vessel-insured']!()),
      grossTonnage: '54321.25',
      coOperator: companies.slice(3, 11),
    }),
  ).toMatchObject({ grossTonnage: '54321.25' });
});

test.each([
  ['INSURER', 'PICLUB'],
  ['PICLUB', 'INSURER'],
  ['INSURER', 'INSURER'],
])('a company has one INSURER or PICLUB contact: %s, then %s', async (first, second) => {
  const { companyCde } = await server.create('company', companyBody());
  const contact = async (companyType: string): Promise<Json> => ({
    ...(await VALID['company-contact']!()),
    companyCde,
    companyType,
  });
  await server.create('company-contact', await contact(first));
  const billing = await server.create('company-contact', await contact('BILLING'));
  const before = await server.footprint();
  const another = await contact(second);
  expect(await server.call('POST', '/api/company-contact', { body: another })).toMatchObject({
    status: 409,
    key: 'MSG_master_0104',
  });
  expect(
    await server.call('PATCH', `/api/company-contact/${billing['id']}`, {
      body: { rev: billing['rev'], companyType: second },
    }),
  ).toMatchObject({ status: 409, key: 'MSG_master_0104' });
  const storedCompany = (
    await server.call(
      'GET',
      `/api/company?where=${encodeURIComponent(JSON.stringify([{ name: 'companyCde', type: 'equal', value: companyCde }]))}`,
    )
  ).result.records[0];
  const { companyCde: _, ...contactBody } = another;
  expect(
    await server.call('PATCH', `/api/company/${storedCompany.id}`, {
      body: { rev: storedCompany.rev, 'company-contact': [contactBody] },
    }),
  ).toMatchObject({ status: 409, errors: [{ field: 'company-contact[0].companyCde' }] });
  expect((await imported('company-contact', another)).status).toBe(400);
  expect(await server.footprint()).toBe(before);
});

test('insured details start with the data of the vessel where the input has none, by every path', async () => {
  const vessel = await server.create(
    'vessel',
    await vesselBody(server, { vslNme: 'SEA PIONEER', vslNmeCh: '开拓者', callSign: 'BXYZ', grossTonnage: '54321.25' }),
  );
  const body = { ...(await VALID['vessel-insured']!()), vslCde: vessel['vslCde'], callSign: 'OWN1' };
  const begun = {
    vslNme: 'SEA PIONEER',
    vslNmeCh: '开拓者',
    callSign: 'OWN1',
    grossTonnage: '54321.25',
    classificationSociety: vessel['classSociety'],
  };
  const created = await server.create('vessel-insured', body);
  for (const name of ['imoNum', 'yearBuilt', 'flagCntry', 'regPort', 'fleet'])
    expect([name, created[name]]).toEqual([name, vessel[name]]);
  expect(created).toMatchObject(begun);
  // a later change keeps the stored value, empty or not
  expect(
    (
      await server.call('PATCH', `/api/vessel-insured/${created['id']}`, {
        body: { rev: created['rev'], fleet: null, vslNme: 'OTHER' },
      })
    ).result,
  ).toMatchObject({ fleet: null, vslNme: 'OTHER' });
  const another = {
    ...body,
    policyYear: (await server.create('policy-year', await VALID['policy-year']!()))['policyYear'],
  };
  expect((await imported('vessel-insured', another)).status).toBe(200);
  const where = JSON.stringify([{ name: 'policyYear', type: 'equal', value: another['policyYear'] }]);
  expect(
    (await server.call('GET', `/api/vessel-insured?where=${encodeURIComponent(where)}`)).result.records,
  ).toMatchObject([begun]);
});

test.each([
  ['en-US', 'E-mail: e-mail addresses, several separated by semicolons'],
  ['zh-CN', '邮箱应为邮箱地址，多个以英文分号（;）分隔'],
])('a value of an invalid form is refused with the expected form, on every path (%s)', async (language, message) => {
  const body = { ...(await VALID['company-contact']!()), contactsMail: 'a@example.com, b@example.com' };
  const expected = { field: 'contactsMail', key: 'MSG_generic_0103', message };
  expect((await server.call('POST', '/api/company-contact', { body, language })).errors).toMatchObject([expected]);
  expect((await server.call('POST', '/api/company-contact/preview', { body, language })).result.errors).toMatchObject([
    expected,
  ]);
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      `${Object.keys(body).join()}\n${Object.values(body)
        .map((value) => `"${value}"`)
        .join()}\n`,
    ]),
    'rows.csv',
  );
  expect(
    (await server.call('POST', '/api/company-contact/import', { body: form, language })).result.errors,
  ).toMatchObject([{ row: 2, ...expected }]);
});

test('the name of a company is unique regardless of capitals', async () => {
  const name = `Sea ${nextCode('Star')} Shipping Ltd.`;
  const first = await server.create('company', companyBody({ companyNameEn: name }));
  const duplicate = companyBody({ companyNameEn: name.toUpperCase(), companyNameCh: first['companyNameCh'] });
  const before = await server.footprint();
  const refused = await server.call('POST', '/api/company', { body: duplicate });
  expect([refused.status, refused.errors.map(({ field, key }) => [field, key]).sort()]).toEqual([
    409,
    [
      ['companyNameCh', 'MSG_generic_0121'],
      ['companyNameEn', 'MSG_generic_0121'],
    ],
  ]);
  expect(blamed(await imported('company', companyBody({ companyNameEn: name.toLowerCase() })))).toEqual([
    'companyNameEn',
  ]);
  expect(await server.footprint()).toBe(before);
  const twins = await Promise.all(
    [0, 1].map((n) =>
      server.call('POST', '/api/company', {
        body: companyBody({ companyNameEn: n ? `${name} 2` : `${name.toLowerCase()} 2` }),
      }),
    ),
  );
  expect(twins.map(({ status }) => status).sort()).toEqual([201, 409]);
  const own = await server.call('PATCH', `/api/company/${first['id']}`, {
    body: { rev: first['rev'], companyNameEn: name.toUpperCase() },
  });
  expect(own).toMatchObject({ status: 200, result: { companyNameEn: name.toUpperCase() } });
});

test('the code of a vessel is unique regardless of capitals, within the validity of its row', async () => {
  const { vslCde: _code, ...body } = await vesselBody(server, {
    effectiveFrom: '2020-01-01',
    effectiveTo: '2020-12-31',
  });
  const first = await server.create('vessel', { ...body, vslCde: 'h7q' });
  const other = await server.create('vessel', { ...body, vslCde: 'h7p' });
  const before = await server.footprint();
  const expected = ['effectiveFrom', 'effectiveTo'].map((field) => ({ field, key: 'MSG_master_0103' }));
  const refused = await server.call('POST', '/api/vessel', {
    body: { ...body, vslCde: 'H7Q', effectiveFrom: '2020-12-31', effectiveTo: null },
  });
  expect(refused).toMatchObject({
    status: 409,
    message: expect.stringContaining('H7Q already has a row that is valid from 2020-01-01 to 2020-12-31'),
    errors: expected,
  });
  expect(
    await server.call('PATCH', `/api/vessel/${other['id']}`, { body: { rev: other['rev'], vslCde: 'H7q' } }),
  ).toMatchObject({ status: 409, errors: expected });
  expect(
    (await imported('vessel', { ...body, vslCde: 'H7Q', effectiveFrom: '2020-06-01' })).result.errors,
  ).toMatchObject(expected);
  expect(await server.footprint()).toBe(before);
  expect(
    await server.call('PATCH', `/api/vessel/${first['id']}`, { body: { rev: first['rev'], vslCde: 'H7Q' } }),
  ).toMatchObject({ status: 200, result: { vslCde: 'H7Q' } });
});

test('a vessel has one person in charge of its claims and one backup at a time', async () => {
  const { id: vesselId } = await server.create('vessel', await vesselBody(server));
  const line = (optType: string | null, effectiveFrom: string): Json => ({
    vesselId,
    userCde: 'admin',
    claimType: 'CARGO',
    optType,
    effectiveFrom,
  });
  for (const role of ['PRIMARY', 'BACKUP']) await server.create('vessel-person', line(role, '2026-01-01'));
  const before = await server.footprint();
  for (const role of ['PRIMARY', 'BACKUP'])
    expect(await server.call('POST', '/api/vessel-person', { body: line(role, '2026-06-01') })).toMatchObject({
      status: 409,
      key: 'MSG_master_0121',
      errors: [{ field: 'effectiveFrom' }, { field: 'effectiveTo' }],
    });
  expect(await server.footprint()).toBe(before);
});

test('a position gets the name of its superior on every path, unless the input has another name', async () => {
  const named = async (positionCde: string): Promise<unknown> =>
    (
      await server.call(
        'GET',
        `/api/position?where=${encodeURIComponent(JSON.stringify([{ name: 'positionCde', type: 'equal', value: positionCde }]))}`,
      )
    ).result.records[0].supPositionName;
  const [boss, chief, clerk, typist] = [nextCode('P'), nextCode('P'), nextCode('P'), nextCode('P')];
  for (const [positionCde, positionName] of [
    [boss, 'Boss'],
    [chief, 'Chief'],
  ])
    await server.create('position', { positionCde, positionName });
  const created = await server.create('position', {
    positionCde: clerk,
    positionName: 'Clerk',
    supPositionCde: boss!.toLowerCase(),
  });
  expect(created).toMatchObject({ supPositionCde: boss, supPositionName: 'Boss' });
  expect(
    (
      await server.call('PATCH', `/api/position/${created['id']}`, {
        body: { rev: created['rev'], supPositionCde: chief },
      })
    ).result,
  ).toMatchObject({ supPositionName: 'Chief' });
  expect(
    await imported('position', { positionCde: typist, positionName: 'Typist', supPositionCde: boss }),
  ).toMatchObject({ status: 200 });
  expect(await named(typist!)).toBe('Boss');
  expect(await imported('position', { positionCde: typist, supPositionName: 'The boss' })).toMatchObject({
    status: 200,
  });
  expect(await named(typist!)).toBe('The boss');
  expect(await imported('position', { positionCde: typist, supPositionName: '' })).toMatchObject({ status: 200 });
  expect(await named(typist!)).toBe('Boss');
  expect(await imported('position', { positionCde: typist, supPositionCde: '' })).toMatchObject({ status: 200 });
  expect(await named(typist!)).toBeNull();
});

test('a renamed superior position is renamed in the positions below it, on every path, except for entered names', async () => {
  const [boss, chief, clerk, typist, later] = Array.from({ length: 5 }, () => nextCode('P')) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const created = await server.create('position', { positionCde: boss, positionName: 'Boss' });
  await server.create('position', { positionCde: chief, positionName: 'Chief' });
  for (const [positionCde, more] of [
    [clerk, {}],
    [typist, { supPositionName: 'The boss' }],
  ] as const)
    await server.create('position', { positionCde, positionName: 'Below', supPositionCde: boss, ...more });
  const below = async (): Promise<Json> =>
    Object.fromEntries(
      await Promise.all(
        [clerk, typist, chief].map(async (positionCde) => {
          const {
            records: [row],
          } = (
            await server.call(
              'GET',
              `/api/position?where=${encodeURIComponent(JSON.stringify([{ name: 'positionCde', type: 'equal', value: positionCde }]))}`,
            )
          ).result;
          return [positionCde, [row.rev, row.supPositionName, row.id]];
        }),
      ),
    ) as Json;
  const [clerkId, typistId, chiefId] = Object.values(await below()).map((row) => (row as unknown[])[2]);
  expect(
    (
      await server.call('PATCH', `/api/position/${created['id']}`, {
        body: { rev: created['rev'], positionName: 'Director' },
      })
    ).status,
  ).toBe(200);
  expect(await below()).toEqual({
    [clerk]: [2, 'Director', clerkId],
    [typist]: [1, 'The boss', typistId],
    [chief]: [1, null, chiefId],
  });
  expect((await server.call('GET', `/api/position/${clerkId}/history`)).result[0]).toMatchObject({
    action: 'update',
    by: 'admin',
    changes: [{ field: 'supPositionName', from: 'Boss', to: 'Director' }],
  });
  expect(await imported('position', { positionCde: boss, positionName: 'President' })).toMatchObject({
    status: 200,
    result: { updated: 1 },
  });
  expect(await below()).toEqual({
    [clerk]: [3, 'President', clerkId],
    [typist]: [1, 'The boss', typistId],
    [chief]: [1, null, chiefId],
  });
  // a refused change renames no position
  const before = await server.footprint();
  expect(
    (
      await server.call('PATCH', `/api/position/${created['id']}`, {
        body: { rev: 3, positionName: 'Owner', supPositionCde: boss },
      })
    ).status,
  ).toBe(400);
  expect(await server.footprint()).toBe(before);
  // a file may refer to a superior in a later row
  const form = new FormData();
  form.append(
    'file',
    new Blob([`positionCde,positionName,supPositionCde\n${later}A,Below,${later}\n${later},Above,\n`]),
    'rows.csv',
  );
  expect(await server.call('POST', '/api/position/import?dryRun=false', { body: form })).toMatchObject({
    status: 200,
    result: { created: 2 },
  });
  const { records } = (
    await server.call(
      'GET',
      `/api/position?sort=positionCde&where=${encodeURIComponent(JSON.stringify([{ name: 'positionCde', type: 'like', value: later }]))}`,
    )
  ).result;
  expect(records.map(({ positionCde, supPositionName }: Json) => [positionCde, supPositionName])).toEqual([
    [later, null],
    [`${later}A`, 'Above'],
  ]);
});
