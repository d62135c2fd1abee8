import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rowOperations } from '../../generator/language/operations.ts';
import { startSandbox, type Sandbox } from '../../server/sandbox/partner.ts';
import { pdf } from '../fixtures/attachments.ts';
import {
  cargoBody,
  chargeBody,
  chargeTypeOf,
  claimFixture,
  type ClaimFixture,
  decideLargeOnly,
  settling,
  DEDUCTIBLE_ITEM,
} from './claimRows.ts';
import { isLongRun } from '../longTest.ts';
import { productEntity, productField } from '../kernel/productModel.ts';
import { hullVersion, hullYear, insure } from './hullRows.ts';
import { act, companyBody, nextCode } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** What the kinds of claim have besides what cargo claims have: numbers, defaults, shares and personal data. */
let server: TestServer;
let fixture: ClaimFixture;
let chargeType: string;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({
    env: { PARTNER_CAPTIVE_URL: sandbox.url, PARTNER_SMP_URL: sandbox.url },
    delivery: { pollMs: 50 },
  });
  fixture = await claimFixture(server);
  await decideLargeOnly(server);
  chargeType = nextCode('CH');
  for (const bussType of ['CARGO', 'PERSON', 'HULL', 'VSLOTHER', 'OTHER'])
    await chargeTypeOf(server, { bussType, chargeCode: chargeType });
  await server.create('port', { countryCode: 'AE', portCode: 'AJM', portName: 'Ajman' });
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

/** The fields that a kind requires besides those of every case. */
const REQUIRED: Record<string, Json> = {
  'cargo-claim': {},
  'person-claim': {},
  'hull-claim': {},
  'vessel-other-claim': { portCde: 'AJM', portName: 'Ajman' },
  'other-claim': { portCde: 'AJM', portName: 'Ajman' },
};
const WITHOUT_CARGO = ['person-claim', 'hull-claim', 'vessel-other-claim', 'other-claim'];
const SHARED = ['hull-claim', 'vessel-other-claim'];

const bodyOf = (kind: string, fields: Json = {}): Json => cargoBody(fixture, { ...REQUIRED[kind], ...fields });
const claim = (kind: string, fields?: Json): Promise<Json> => server.create(kind, bodyOf(kind, fields));
const settlingClaim = async (kind: string): Promise<Json> => settling(server, await claim(kind));
const post = (entity: string, body: Json): Promise<Answer> => server.call('POST', `/api/${entity}`, { body });
const chargeOf = ({ id }: Json, fields: Json = {}): Json => chargeBody(fixture, { caseId: id, chargeType }, fields);
const SHARES = { hmPct: '40', piPct: '60', cntrPct: '0', ownerPct: '0' };

test.each([
  ['cargo-claim', 'C', 'CARGO'],
  ['person-claim', 'P', 'PERSON'],
  ['hull-claim', 'H', 'HULL'],
  ['vessel-other-claim', 'V', 'VSLOTHER'],
  ['other-claim', 'O', 'OTHER'],
])('a %s is numbered %s, year and six digits, and is found among all claims as %s', async (kind, prefix, bizType) => {
  const row = await claim(kind);
  expect(row['ourRef']).toMatch(new RegExp(`^${prefix}\\d{8}$`));
  expect(row['bizType']).toBe(bizType);
  expect(await server.read('claim', row['id'])).toMatchObject({ ourRef: row['ourRef'], bizType });
  const { errors } = await withoutTrace(
    server,
    () => post(kind, bodyOf(kind, { bizType: 'CARGO', ourRef: 'C26999999' })),
    { status: 400, key: 'MSG_generic_0120' },
  );
  expect(errors.map((one) => one.field)).toEqual(['bizType', 'ourRef']);
});

describe.each(WITHOUT_CARGO)('%s', (kind) => {
  test('has N/A as bill of lading and voyage unless entered, and shares a bill of lading with others', async () => {
    const { blRefCde: _bl, svvd: _svvd, ...rest } = bodyOf(kind);
    expect(await server.create(kind, rest)).toMatchObject({ blRefCde: 'N/A', svvd: 'N/A' });
    const { blRefCde } = await claim('cargo-claim');
    for (let time = 0; time < 2; time++) expect(await claim(kind, { blRefCde })).toMatchObject({ blRefCde });
  });

  test.each(['casualtyDate', 'vslNme', 'caseClass', 'caseType', 'claimExecutor', 'estimatedAmt'])(
    '%s cannot be blank',
    async (field) => {
      const { errors } = await withoutTrace(server, () => post(kind, bodyOf(kind, { [field]: null })), { status: 400 });
      expect(errors.map((one) => one.field)).toEqual([field]);
    },
  );
});

test('a cargo claim has no default bill of lading, and its bill of lading is its own', async () => {
  const { blRefCde } = await claim('cargo-claim');
  const refused = (fields: Json): Promise<Answer> =>
    withoutTrace(server, () => post('cargo-claim', bodyOf('cargo-claim', fields)));
  expect((await refused({ blRefCde: undefined })).errors).toMatchObject([{ field: 'blRefCde' }]);
  expect(await refused({ blRefCde })).toMatchObject({ status: 409, key: 'MSG_claim_0111' });
});

describe.each(SHARED)('shares of a %s', (kind) => {
  test.each(Object.keys(SHARES))('a charge without %s is refused', async (field) => {
    const one = await settlingClaim(kind);
    const { errors } = await withoutTrace(
      server,
      () => post('paid-charge', chargeOf(one, { ...SHARES, [field]: null })),
      { status: 400 },
    );
    expect(errors).toContainEqual(
      expect.objectContaining({
        field: 'hmPct',
        message: 'Enter the percentages of all four parties, 0 for one that bears nothing',
      }),
    );
  });

  test('a case is accepted only once its estimate is split', async () => {
    const one = await claim(kind);
    expect((await act(server, kind, one['id'], 'report')).status).toBe(200);
    const refused = await withoutTrace(server, () => act(server, kind, one['id'], 'accept'), { status: 409 });
    expect(refused.message).toBe('Enter the reserve split on the tab Money first');
    await server.create('estimate-allocation', {
      caseId: one['id'],
      ttlEstimatedAmt: '5000.00',
      hmCaptive: fixture.company,
      piClub: fixture.company,
      cntrCompany: fixture.company,
      ...SHARES,
    });
    expect((await act(server, kind, one['id'], 'accept')).result).toMatchObject({ claimStatus: 'SettlingCharge' });
  });

  test('a charge needs its own shares, also where the reserve is split', async () => {
    const one = await claim(kind);
    const split = { ttlEstimatedAmt: '5000.00', hmCaptive: fixture.company, piClub: fixture.company };
    const allocation = { caseId: one['id'], cntrCompany: fixture.company, ...split, ...SHARES };
    const refusedOf = async (): Promise<unknown> =>
      (await server.read(kind, one['id']))['_actions'].find(({ name }: Json) => name === 'edit').refused;
    await server.create('estimate-allocation', allocation);
    expect(await refusedOf()).toBeUndefined();
    expect((await act(server, kind, one['id'], 'report')).status).toBe(200);
    expect(await refusedOf()).toEqual({
      'estimate-allocation': (await post('estimate-allocation', allocation)).errors[0]!.message,
    });
    await settling(server, one);
    expect((await post('paid-charge', chargeOf(one))).errors).toContainEqual(
      expect.objectContaining({
        field: 'hmPct',
        message: 'Enter the percentages of all four parties, 0 for one that bears nothing',
      }),
    );
    // the form of a charge proposes the split
    expect(await server.read(kind, one['id'])).toMatchObject(SHARES);
    const own = { hmPct: '100', piPct: '0', cntrPct: '0', ownerPct: '0' };
    expect((await post('paid-charge', chargeOf(one, own))).result).toMatchObject({ hmAmt: '100.00', piAmt: '0.00' });
  });
});

test.each(['cargo-claim', 'person-claim', 'other-claim'])(
  'a %s is accepted without a split of the estimate, and then has charges without shares',
  async (kind) => {
    const one = await claim(kind);
    for (const step of ['report', 'accept']) expect((await act(server, kind, one['id'], step)).status).toBe(200);
    expect((await post('paid-charge', chargeOf(one))).status).toBe(201);
  },
);

describe.each<[string, string, (one: Json, code: string) => Json]>([
  ['paid-charge', 'chargeType', (one, code) => chargeOf(one, { chargeType: code })],
  [
    'recovery-charge',
    'costType',
    ({ id }, code) => ({
      caseId: id,
      custCde: fixture.company,
      costType: code,
      cur: 'USD',
      total: '100.00',
      billCompany: fixture.company,
    }),
  ],
])('a %s', (entity, field, body) => {
  test('has a type of charge of the kind of its case; several kinds can have the same code', async () => {
    const ofPersons = await chargeTypeOf(server, { bussType: 'PERSON' });
    const [person, cargo] = [await settlingClaim('person-claim'), await settlingClaim('cargo-claim')];
    for (const [one, code] of [
      [person, ofPersons],
      [person, chargeType],
      [cargo, chargeType],
    ] as const)
      expect((await post(entity, body(one, code))).result).toMatchObject({ [field]: code, bizType: one['bizType'] });
    const refused = await withoutTrace(server, () => post(entity, body(cargo, ofPersons)), { status: 400 });
    expect(refused.errors).toMatchObject([{ field, message: 'This kind of claim has no such charge type' }]);
  });

  test('is offered only the types of charge of the kind of its case', () =>
    expect(productField(`${entity}.${field}`).ref).toMatchObject({
      entity: 'charge-type',
      match: { bizType: 'bussType' },
    }));
});

test.each(['hull-claim', 'other-claim'])('a %s computes its net amount and its claim on the captive', async (kind) => {
  const one = await settlingClaim(kind);
  expect(one).toMatchObject({ netAmt: '0.00', capClaimAmt: '0.00' });
  const deductible = {
    isDeductibleNa: 'N',
    deductibleType: DEDUCTIBLE_ITEM,
    calcType: 'EVENT',
    deductibleId: `${kind} policy`,
    deductibleAllAmt: '30.00',
  };
  await server.create('paid-charge', chargeOf(one, { ...SHARES, ...deductible }));
  await server.create('paid-charge', chargeOf(one, { ...SHARES, totalAmt: '50.00' }));
  expect(await server.read(kind, one['id'])).toMatchObject({
    deductibleAmt: '30.00',
    netAmt: '120.00',
    capClaimAmt: '30.00',
  });
  const { rev } = await server.read(kind, one['id']);
  const { errors } = await withoutTrace(
    server,
    () => server.call('PATCH', `/api/${kind}/${one['id']}`, { body: { rev, netAmt: '7.00', capClaimAmt: '8.00' } }),
    { status: 400, key: 'MSG_generic_0120' },
  );
  expect(errors.map((error) => error.field)).toEqual(['netAmt', 'capClaimAmt']);
});

test.each([
  ['hull-claim', { InsCompany: 'NOBODY' }, 'InsCompany'],
  ['hull-claim', { portCde: '???' }, 'portCde'],
  ['hull-claim', { portName: 'x'.repeat(36) }, 'portName'],
  ['hull-claim', { regionI: 'MOON' }, 'regionI'],
  ['other-claim', { regionII: 'MOON' }, 'regionII'],
  ['other-claim', { casualtyType: 'LOST' }, 'casualtyType'],
  ['vessel-other-claim', { portCde: null }, 'portCde'],
  ['vessel-other-claim', { portName: null }, 'portName'],
  ['person-claim', { persionType: 'CAPTAIN' }, 'persionType'],
  ['person-claim', { personInvolved: 'x'.repeat(201) }, 'personInvolved'],
])('a %s with %j is refused', async (kind, fields, field) => {
  const { errors } = await withoutTrace(server, () => post(kind, bodyOf(kind, fields)), { status: 400 });
  expect(errors.map((one) => one.field)).toEqual([field]);
});

describe('the persons of a person claim', () => {
  const SECRET = 'Able seaman Zhang Wei, fractured wrist';
  let row: Json;
  beforeAll(async () => {
    row = await claim('person-claim', { persionType: 'CREW', personInvolved: SECRET });
    const { rev } = await server.read('person-claim', row['id']);
    const changed = await server.call('PATCH', `/api/person-claim/${row['id']}`, {
      body: { rev, personInvolved: `${SECRET}, recovered` },
    });
    expect(changed.status, changed.text).toBe(200);
  });

  test('are read by those who see the case', async () =>
    expect(await server.read('person-claim', row['id'])).toMatchObject({ personInvolved: `${SECRET}, recovered` }));

  test.each<[string, () => string]>([
    ['list', () => 'person-claim'],
    ['list of all claims', () => 'claim'],
    ['case of all claims', () => `claim/${row['id']}`],
    ['count by kind', () => 'claim/groups?by=bizType'],
    ['choices', () => 'claim/choices'],
    ['history', () => `person-claim/${row['id']}/history?parts=true&pageSize=50`],
    [
      'log of operations',
      () => `operate-log?where=${JSON.stringify([{ name: 'caseId', type: 'equal', value: row['id'] }])}`,
    ],
    ['export', () => 'person-claim/export?format=csv'],
    ['export of all claims', () => 'claim/export?format=csv'],
  ])('are not in the %s, even for one who sees the case', async (_, path) => {
    const { status, bytes } = await server.download(`/api/${path()}`);
    expect(status, bytes.toString()).toBe(200);
    expect(bytes.toString()).not.toContain('Zhang Wei');
  });

  test.each([
    ['person-claim', { searchCondition: [{ name: 'personInvolved', type: 'like', value: 'Zhang' }] }],
    ['claim', { searchCondition: [{ name: 'personInvolved', type: 'like', value: 'Zhang' }] }],
    ['person-claim', { searchCondition: [], sort: 'personInvolved' }],
  ])('cannot be searched or sorted by: %s %j', async (entity, body) => {
    expect((await server.call('POST', `/api/${entity}/search`, { body })).status).toBe(400);
  });

  test('are in no column of an export', async () =>
    expect((await server.call('GET', '/api/person-claim/export?format=csv&columns=personInvolved')).status).toBe(400));

  test('are neither in the audit nor in the outbox nor in any other table', async () => {
    const { rows } = await server.pool.query(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { schema, name } of rows as { schema: string; name: string }[]) {
      const { rowCount } = await server.pool.query(
        `select 1 from "${schema}"."${name}" t where t::text like '%Zhang Wei%' limit 1`,
      );
      if (rowCount) found.push(`${schema}.${name}`);
    }
    expect(found).toEqual(['public.claim']);
  });

  test('cannot be put into a template of a mail', async () => {
    const { errors } = await withoutTrace(
      server,
      () =>
        post('mail-template', {
          templateCde: 'LEAK',
          subjectEn: '{personInvolved}',
          subjectCh: 'x',
          contentEn: 'x',
          contentCh: 'x',
        }),
      { status: 400 },
    );
    expect(errors).toMatchObject([{ field: 'subjectEn', key: 'MSG_mail_0124' }]);
  });

  describe('a reader without the right', () => {
    const readers: Record<string, string> = {};
    beforeAll(async () => {
      await server.create('role', {
        roleName: 'Cargo reader',
        'role-permission': [{ permissionId: 'claims.cargo-claim', actionEntitySet: ['query', 'export'] }],
      });
      readers['cargo'] = await server.logInAs('cargo.reader', 'Cargo reader', { companyCde: fixture.company });
      const elsewhere = String((await server.create('company', companyBody()))['companyCde']);
      readers['elsewhere'] = await server.logInAs('elsewhere', 'Claims officer', { companyCde: elsewhere });
    });

    test.each(['cargo', 'elsewhere'])('(%s) gets nothing of the case', async (reader) => {
      const token = readers[reader]!;
      const { id, ourRef } = row;
      for (const path of [
        `person-claim/${id}`,
        `person-claim/${id}/history`,
        `claim/${id}`,
        `claim/${id}/history`,
        'person-claim',
        'person-claim/export?format=csv',
        'claim',
        'claim/export?format=csv',
        `claim/choices?search=${ourRef}`,
        `person-claim/choices?search=${ourRef}`,
      ]) {
        const { status, text } = await server.call('GET', `/api/${path}`, { token });
        expect(text, `${path}: ${status}`).not.toContain(String(ourRef));
        expect(text, `${path}: ${status}`).not.toContain('Zhang Wei');
      }
    });
  });
});

test.each(['paid-charge', 'recovery-charge'])('a %s has only charge types of the kind of its case', async (entity) => {
  const other = nextCode('CH');
  await chargeTypeOf(server, { bussType: 'PERSON', chargeCode: other });
  const one = await settlingClaim('hull-claim');
  const [field, body] =
    entity === 'paid-charge'
      ? ['chargeType', chargeOf(one, { ...SHARES, chargeType: other })]
      : ['costType', { caseId: one['id'], custCde: fixture.company, costType: other, cur: 'USD', total: '60.00' }];
  const { errors } = await withoutTrace(server, () => post(entity, body), { status: 400 });
  expect(errors).toMatchObject([
    { field, key: 'MSG_claim_0218', message: 'This kind of claim has no such charge type' },
  ]);
});

describe('a push', () => {
  const push = async (kind: string, { id }: Json, action: string): Promise<Answer> =>
    server.call('POST', `/api/${kind}/${id}/actions/${action}`, {
      body: { rev: (await server.read(kind, id))['rev'] },
    });
  const confirmed = async (kind: string, fields?: Json): Promise<Json> => {
    const row = await claim(kind, fields);
    await server.pool.query(`update claim set "recordStatus" = 'Confirm' where id = $1`, [row['id']]);
    return row;
  };
  /** Waits until no message is being delivered: its outcome would be a change. */
  const settled = (): Promise<void> =>
    vi.waitFor(
      async () => {
        const { rowCount } = await server.pool.query(
          `select from partner_event where "recordStatus" = 'Pending' union all select from kernel.delivery`,
        );
        expect(rowCount).toBe(0);
      },
      { timeout: 60_000, interval: 50 },
    );
  const refused = async (kind: string, row: Json, action: string, key: string): Promise<Answer> => {
    await settled();
    return withoutTrace(server, () => push(kind, row, action), { status: 409, key });
  };
  const delivered = ({ id }: Json): Promise<string> =>
    vi.waitFor(
      async () => {
        const { reportNo } = await server.read('claim', id);
        expect(reportNo).toEqual(expect.any(String));
        return reportNo as string;
      },
      { timeout: 60_000, interval: 50 },
    );

  test('to the captive insurer gives a confirmed case its report number, which later pushes need', async () => {
    const draft = await claim('cargo-claim');
    await settled();
    await withoutTrace(server, () => push('cargo-claim', draft, 'pushCaptive'), { status: 409 });
    const path = `/api/cargo-claim/${draft['id']}`;
    await withoutTrace(server, () => server.call('PATCH', path, { body: { rev: draft['rev'], reportNo: 'X' } }), {
      status: 400,
    });
    const one = await confirmed('cargo-claim');
    await refused('cargo-claim', one, 'pushAdjustment', 'MSG_claim_0132');
    expect((await push('cargo-claim', one, 'pushCaptive')).status).toBe(200);
    const reportNo = await delivered(one);
    expect(sandbox.entries.map(({ reference }) => reference)).toContain(reportNo);
    expect((await push('cargo-claim', one, 'pushAdjustment')).status).toBe(200);
    await server.pool.query(`update claim set "claimStatus" = 'Closed' where id = $1`, [one['id']]);
    for (const action of ['pushCaptive', 'pushAdjustment', 'pushSmp'])
      await refused('cargo-claim', one, action, 'MSG_claim_0124');
  });

  test('that the partner answers after the case was closed changes nothing but the missing report number', async () => {
    const one = await confirmed('other-claim');
    await settled();
    sandbox.faults.delayMs = 500;
    expect((await push('other-claim', one, 'pushCaptive')).status).toBe(200);
    await server.pool.query(`update claim set "claimStatus" = 'Closed' where id = $1`, [one['id']]);
    const {
      rev: _rev,
      reportNo,
      updater: _updater,
      updateAt: _updateAt,
      _actions,
      ...before
    } = await server.read('other-claim', one['id']);
    expect(reportNo).toBeNull();
    await delivered(one);
    sandbox.faults.delayMs = 0;
    expect(await server.read('other-claim', one['id'])).toMatchObject(before);
  });

  test.each(SHARED)('of a %s needs the H&M policy number of the Formal version on the date of loss', async (kind) => {
    const year = kind === SHARED[0] ? '2020' : '2021';
    await server.create('policy-year', hullYear(year));
    const version = await hullVersion(server, year);
    const [vslCde] = await insure(server, version['id'], ['1000']);
    const [first] = (await server.read('premium-version', version['id']))['hull-premium'] as Json[];
    const hull = first ?? (await server.create('hull-premium', { versionId: version['id'], vslCde, policyYear: year }));
    const one = await confirmed(kind, { vslCde, casualtyDate: `${year}-06-01` });
    await refused(kind, one, 'pushCaptive', 'MSG_premium_0132');
    await server.pool.query(
      `update hull_premium set "hmPolicyNo" = 'HM1', "policyStart" = $2, "policyEnd" = $3 where id = $1`,
      [hull['id'], `${year}-01-01`, `${year}-12-31`],
    );
    await refused(kind, one, 'pushCaptive', 'MSG_premium_0132');
    await server.pool.query(`update premium_version set "versionStatus" = 'Formal' where id = $1`, [version['id']]);
    expect((await push(kind, one, 'pushCaptive')).status).toBe(200);
    const before = await confirmed(kind, { vslCde, casualtyDate: `${Number(year) - 1}-12-31` });
    await refused(kind, before, 'pushSmp', 'MSG_premium_0132');
    await delivered(one);
  });

  test('of an attachment goes to SMP for cases from there that have a report number', async () => {
    const one = await confirmed('cargo-claim');
    const form = new FormData();
    form.append('file', new File([new Uint8Array(pdf('survey'))], 'survey.pdf'));
    const path = (await server.call('POST', '/api/files', { body: form })).result.id as string;
    const attachment = await server.create('attachment', { caseId: one['id'], type: 'PHOTO', path });
    await refused('attachment', attachment, 'pushSmp', 'MSG_claim_0133');
    await server.pool.query(`update claim set "dataType" = 'SMP' where id = $1`, [one['id']]);
    await server.pool.query(`update attachment set "dataType" = 'SMP' where id = $1`, [attachment['id']]);
    await refused('attachment', attachment, 'pushSmp', 'MSG_claim_0132');
    await server.pool.query(`update claim set "reportNo" = 'SMP-1' where id = $1`, [one['id']]);
    expect((await push('attachment', attachment, 'pushSmp')).status).toBe(200);
  });
});

describe('of 50 simultaneous calls exactly one succeeds:', () => {
  const MANY = 50;

  /** A reported case, with the split of its estimate that some kinds need. */
  const reported = async (kind: string): Promise<Json> => {
    const one = await claim(kind);
    if (SHARED.includes(kind))
      await server.create('estimate-allocation', {
        caseId: one['id'],
        ttlEstimatedAmt: '5000.00',
        hmCaptive: fixture.company,
        piClub: fixture.company,
        cntrCompany: fixture.company,
        ...SHARES,
      });
    await act(server, kind, one['id'], 'report');
    return one;
  };
  const shares = (kind: string): Json => (SHARED.includes(kind) ? SHARES : {});
  /** A case that settles charges, and a charge of it that is to be reimbursed and recovered. */
  const charged = async (kind: string): Promise<Json> => {
    const one = await settlingClaim(kind);
    const flags = { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] };
    return server.create('paid-charge', chargeOf(one, { ...shares(kind), ...flags }));
  };
  /** A case without charges, of which an approved result says that nothing is to be paid. */
  const payable = async (kind: string): Promise<Json> => {
    const one = await settlingClaim(kind);
    const { id } = await server.create('claim-approval', { caseId: one['id'], subject: 'RESULT', noPayment: 'Y' });
    await server.pool.query(`update claim_approval set "recordStatus" = 'Confirm', "optDate" = now() where id = $1`, [
      id,
    ]);
    await server.pool.query(`update claim set "paidStatus" = 'Paid' where id = $1`, [one['id']]);
    return one;
  };
  const reimbursement = async (kind: string): Promise<Json> =>
    server.create('reimbursement', {
      caseId: (await charged(kind))['caseId'],
      claimCur: 'USD',
      claimAmt: '60.00',
      claimDate: '2026-03-02',
    });
  const recovery = async (kind: string): Promise<Json> =>
    server.create('recovery-charge', {
      caseId: (await charged(kind))['caseId'],
      custCde: fixture.company,
      costType: chargeType,
      cur: 'USD',
      total: '60.00',
    });

  /** The operations, each with the kind of claim that a short run takes. */
  const RACES: { action: string; kind: string; entity?: string; make(kind: string): Promise<Json>; input?: Json }[] = [
    { action: 'accept', kind: 'hull-claim', make: reported },
    { action: 'acceptConvert', kind: 'person-claim', make: reported, input: { convertPort: 'AJM' } },
    { action: 'close', kind: 'other-claim', make: payable },
    { action: 'claim', kind: 'vessel-other-claim', entity: 'reimbursement', make: reimbursement },
    { action: 'claim', kind: 'cargo-claim', entity: 'recovery-charge', make: recovery },
  ];
  const selected = RACES.flatMap((race) =>
    (isLongRun ? Object.keys(REQUIRED) : [race.kind])
      .filter((kind) => race.action !== 'acceptConvert' || kind !== 'other-claim')
      .map((kind) => ({ input: {}, entity: kind, ...race, kind })),
  );

  test.each(selected)('$action of a $entity ($kind)', async ({ action, entity, make, input, kind }) => {
    const { id } = await make(kind);
    const { rev } = await server.read(entity, id as string);
    const convertedBefore = await server.pool.query(`select from claim where "bizType" = 'OTHER'`);
    const answers = await Promise.all(
      Array.from({ length: MANY }, () =>
        server.call('POST', `/api/${entity}/${id}/actions/${action}`, { body: { rev, ...input } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
    const { rowCount } = await server.pool.query(
      `select from kernel.audit where entity = $1 and "entityId" = $2 and action = $3`,
      [entity, id, action],
    );
    expect(rowCount).toBe(1);
    const converted = await server.pool.query(`select from claim where "bizType" = 'OTHER'`);
    expect(converted.rowCount! - convertedBefore.rowCount!).toBe(action === 'acceptConvert' ? 1 : 0);
  });
});

describe('nothing of a case moves', () => {
  /** Operations on a case that a state permits. */
  const PERMITTED = {
    closed: ['caseReview', 'withdrawReview', 'requestReopening'],
    frozen: ['caseReview', 'withdrawReview'],
  };
  const STATES = {
    closed: `"claimStatus" = 'Closed', "recordStatus" = 'Draft', "approvalFlag" = 'N'`,
    frozen: `"claimStatus" = 'SettlingCharge', "recordStatus" = 'Draft', "approvalFlag" = 'Y'`,
  };
  const INPUT: Json = {
    refuseReason: 'no',
    note: 'x',
    reviewRemark: 'x',
    reopenReason: 'x',
    exchangeReason: 'x',
    convertPort: 'AJM',
    operateOpinion: 'x',
    templateCde: 'NONE',
    mailLanguage: 'en-US',
    custCde: ['NONE'],
  };

  test.each(Object.keys(REQUIRED).flatMap((kind) => (['closed', 'frozen'] as const).map((state) => ({ kind, state }))))(
    'that is $state ($kind)',
    async ({ kind, state }) => {
      const one = await settlingClaim(kind);
      const shares = SHARED.includes(kind) ? SHARES : {};
      const flags = { isReimburse: 'Y', isRecovery: 'Y', custCde: [fixture.company] };
      const charge = await server.create('paid-charge', chargeOf(one, { ...shares, ...flags }));
      const date = await server.create('claim-date', { caseId: one['id'], dateType: 'NOTICE', date: '2026-03-02' });
      await server.pool.query(`update claim set ${STATES[state]} where id = $1`, [one['id']]);
      const before = await server.footprint();
      const calls: [method: string, path: string, body: Json][] = [];
      for (const [entity, { id }] of [
        [kind, one],
        ['paid-charge', charge],
        ['claim-date', date],
      ] as const) {
        const { rev } = await server.read(entity, id as string);
        const permitted = entity === kind ? PERMITTED[state] : [];
        calls.push(['PATCH', `${entity}/${id}`, { rev, remark: 'x', dueDate: '2026-05-01', date: '2026-03-03' }]);
        calls.push(['DELETE', `${entity}/${id}`, { rev }]);
        for (const name of rowOperations(productEntity(entity)).keys()) {
          if (permitted.includes(name)) continue;
          calls.push(['POST', `${entity}/${id}/actions/${name}`, { rev, ...INPUT }]);
          calls.push(['POST', `${entity}/bulk/${name}`, { items: [{ id, rev }], ...INPUT }]);
        }
      }
      const { rev } = await server.read(kind, one['id']);
      for (const { entity } of productEntity(kind).children) {
        calls.push(['POST', entity, { caseId: one['id'] }]);
        calls.push(['PATCH', `${kind}/${one['id']}`, { rev, [entity]: [{}] }]);
      }
      calls.push(['POST', 'paid-charge', chargeOf(one, shares)]);
      for (const [method, path, body] of calls) {
        const { status, result, text } = await server.call(method, `/api/${path}`, { body });
        const isDone = status < 300 && !(path.includes('/bulk/') && (result as Json[]).every(({ ok }) => ok === false));
        expect(isDone, `${method} ${path}: ${text}`).toBe(false);
      }
      expect(await server.footprint()).toBe(before);
    },
  );
});
