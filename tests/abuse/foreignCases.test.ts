/*
 * Attack: a user who handles claims of one company tries case numbers, which are consecutive, to learn which cases
 *   another company has and what happens in them: as the business number of an own to-do, as a related case, as the
 *   case of a mail; bank flows and free codes likewise.
 * Before: an own to-do with a tried number showed how many mails of that case are unread (2 of 2); a related case
 *   was saved if the number exists (201) and refused if it does not (400); a form showed the status of any case by
 *   its id; a foreign bank flow "cannot be used", a missing one "does not exist"; free codes skipped the numbers of
 *   other companies (start 2, not 1); the preview of an invoice showed the currency of a foreign charge, and whether
 *   an amount exceeds it.
 * Now: every try is answered like one with a number that no case has.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cargoBody, chargeTypeOf, claimFixture, type ClaimFixture, settlingCase } from '../http/claimRows.ts';
import { companyBody } from '../http/rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';

const NO_CASE = 'C26999999';

let server: TestServer;
let fixture: ClaimFixture;
let secret: Json;
let token: string;
let handler: string;
let elsewhere: ClaimFixture;

beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
  secret = await settlingCase(server, fixture);
  for (const title of ['Survey', 'Letter'])
    await server.create('mail', {
      title,
      sender: 'a@b.example',
      receiver: 'c@d.example',
      sendDate: '2026-03-02T08:00:00Z',
      content: 'Text',
      caseId: secret['id'],
      billCompany: fixture.company,
    });
  elsewhere = await claimFixture(server);
  token = await server.logInAs('curious', 'Claims officer', { companyCde: elsewhere.company, claimFlag: 'Y' });
  handler = await server.logInAs('colleague', 'Claims officer', { companyCde: fixture.company, claimFlag: 'Y' });
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown, by = token): Promise<Answer> =>
  server.call(method, `/api/${path}`, { token: by, ...(body === undefined ? {} : { body }) });
/** The text of an answer without the number that was tried. */
const refusalText = ({ status, text, errors }: Answer, tried: unknown): string =>
  JSON.stringify([
    status,
    errors.map((error) => ({ ...error, params: JSON.stringify(error.params) })),
    status < 300 ? '' : text.replaceAll(/"requestId":"[^"]*"/g, ''),
  ]).replaceAll(String(tried).length > 4 ? String(tried) : '?', '?');

test('an own to-do with the number of a foreign case counts no mail of it', async () => {
  const of = async (businessNo: unknown, by: string): Promise<unknown> => {
    const created = await call('POST', 'task', { businessNo }, by);
    expect(created.status, created.text).toBe(201);
    return (await call('GET', `task/${created.result.id}`, undefined, by)).result.unreadMail;
  };
  expect([await of(secret['ourRef'], token), await of(NO_CASE, token)]).toEqual([0, 0]);
  expect(await of(secret['ourRef'], handler), 'a user who sees the case gets the number').toBe(2);
  // nor after a further mail, and the sweep finds nothing to change
  await server.create('mail', {
    title: 'More',
    sender: 'a@b.example',
    receiver: 'c@d.example',
    sendDate: '2026-03-02T08:00:00Z',
    content: 'Text',
    caseId: secret['id'],
    billCompany: fixture.company,
  });
  const { rows } = await server.pool.query(
    'select creater, "unreadMail" from task where "businessNo" = $1 order by creater',
    [secret['ourRef']],
  );
  expect(rows).toEqual([
    { creater: 'colleague', unreadMail: 3 },
    { creater: 'curious', unreadMail: 0 },
  ]);
});

test('a reference to a foreign case is refused like one to a missing case', async () => {
  const own = await call('POST', 'cargo-claim', cargoBody(elsewhere));
  expect(own.status, own.text).toBe(201);
  const before = await server.footprint();
  const tries = async (number: unknown): Promise<string[]> => [
    refusalText(
      await call('POST', 'cargo-claim', cargoBody(elsewhere, { blRefCde: 'BLTRIED', relatedClaims: [number] })),
      number,
    ),
    refusalText(
      await call('PATCH', `cargo-claim/${own.result.id}`, {
        rev: own.result.rev,
        claimExecutor: 'curious',
        relatedClaims: [number],
      }),
      number,
    ),
    refusalText(
      await call('POST', 'cargo-claim/preview', cargoBody(elsewhere, { blRefCde: 'BLTRIED', relatedClaims: [number] })),
      number,
    ),
  ];
  const [hidden, missing] = [await tries(secret['ourRef']), await tries(NO_CASE)];
  expect(hidden).toEqual(missing);
  expect(hidden[0]).toMatch(/^\[400/);
  expect(await server.footprint()).toBe(before);
  const related = await call('POST', 'cargo-claim', cargoBody(elsewhere, { relatedClaims: [own.result.ourRef] }));
  expect(related.status, 'an own one is').toBe(201);
});

test('references to a foreign case that a colleague set are kept when the row is changed', async () => {
  const own = await server.create(
    'cargo-claim',
    cargoBody(elsewhere, { relatedClaims: [secret['ourRef']], claimAssistant: 'curious' }),
  );
  const changed = await call('PATCH', `cargo-claim/${own['id']}`, { rev: own['rev'], remark: 'read' });
  expect(changed.status, changed.text).toBe(200);
  expect((await server.read('cargo-claim', own['id']))['relatedClaims']).toEqual([secret['ourRef']]);
});

test('lookups of a form and the case of a mail or a charge reveal nothing of a foreign case', async () => {
  for (const entity of ['mail', 'document']) {
    const looked = (
      await call('POST', `${entity}/surroundings`, { items: [{ caseId: secret['id'] }, { caseId: '987654321' }] })
    ).result as Json[];
    expect(looked[0]).toEqual(looked[1]);
  }
  const charge = (caseId: unknown): Json => ({
    caseId,
    suppCde: elsewhere.company,
    chargeType: 'X',
    cur: 'USD',
    totalAmt: '1.00',
    isDeductibleNa: 'Y',
  });
  for (const [entity, body] of [
    ['paid-charge', charge],
    [
      'mail',
      (caseId: unknown): Json => ({
        title: 'T',
        sender: 'a@b.example',
        receiver: 'c@d.example',
        sendDate: '2026-03-02T08:00:00Z',
        caseId,
      }),
    ],
  ] as const) {
    expect(refusalText(await call('POST', entity, body(secret['id'])), secret['id'])).toBe(
      refusalText(await call('POST', entity, body('987654321')), '987654321'),
    );
  }
});

test('an invoice of an own case reveals neither currency nor amount of a charge of a foreign case', async () => {
  const supplier = (await server.create('company', companyBody()))['companyCde'];
  const charge = await server.create('paid-charge', {
    caseId: secret['id'],
    suppCde: supplier,
    chargeType: await chargeTypeOf(server),
    cur: 'USD',
    totalAmt: '12345.00',
    isDeductibleNa: 'Y',
    acceptWarnings: true,
  });
  const own = await settlingCase(server, elsewhere, { claimAssistant: 'curious' });
  const invoice = (chargeId: unknown, invoiceAmount: string): Json => ({
    caseId: own['id'],
    chargeId,
    invocieCompany: elsewhere.company,
    invoiceNo: '12345678',
    invoiceDate: '2026-03-02',
    invoiceCur: 'USD',
    invoiceAmount,
  });
  const before = await server.footprint();
  for (const amount of ['1.00', '12345.00', '12346.00']) {
    for (const path of ['claim-invoice', 'claim-invoice/preview']) {
      const [hidden, missing] = [
        await call('POST', path, invoice(charge['id'], amount)),
        await call('POST', path, invoice('987654321', amount)),
      ];
      const { row, errors } = path.endsWith('preview') ? hidden.result : { row: null, errors: hidden.errors };
      const nothing = path.endsWith('preview') ? missing.result : { row: null, errors: missing.errors };
      expect([hidden.status, errors], `${path} of ${amount}`).toEqual([missing.status, nothing.errors]);
      if (row) expect({ ...row, chargeId: null }).toEqual({ ...nothing.row, chargeId: null });
    }
  }
  expect(await server.footprint()).toBe(before);
});

test('free codes do not reveal which numbers another company has', async () => {
  const finance = await server.logInAs('cashier', 'Finance staff', { companyCde: elsewhere.company });
  for (const [company, bnkSeqNum] of [
    [fixture.company, 'SQ0001'],
    [elsewhere.company, 'SQ0004'],
  ])
    await server.create('bank-slip', {
      compCde: company,
      bnkSeqNum,
      bankInDte: '2026-03-02',
      origCcyCde: 'USD',
      origTtlAmt: '100.00',
      businessType: 'CLAIM',
      operationType: 'PAYMENT',
    });
  const start = async (rows: number): Promise<number> =>
    (
      await call(
        'GET',
        `bank-slip/import/free-codes?field=bnkSeqNum&pattern=${encodeURIComponent('SQ{seq:4}')}&rows=${rows}`,
        undefined,
        finance,
      )
    ).result.start;
  expect([await start(1), await start(4)]).toEqual([1, 5]);
});

test('a bank flow of another company cannot be claimed, like a missing one', async () => {
  const flow = await server.create('bank-slip', {
    compCde: fixture.company,
    bnkSeqNum: 'SECRET1',
    bankInDte: '2026-03-02',
    origCcyCde: 'USD',
    origTtlAmt: '100.00',
    businessType: 'CLAIM',
    operationType: 'PAYMENT',
  });
  const own = await settlingCase(server, elsewhere, { claimAssistant: 'curious' });
  const supplier = (await server.create('company', companyBody()))['companyCde'];
  const line = await server.create('recovery-charge', {
    caseId: own['id'],
    custCde: supplier,
    costType: await chargeTypeOf(server),
    cur: 'USD',
    total: '100.00',
  });
  await server.pool.query(
    `update recovery_charge set "chargeStatus" = 'NotWriteOff', "compensationAmt" = total where id = $1`,
    [line['id']],
  );
  const before = await server.footprint();
  const tries = async (memoId: unknown): Promise<string> =>
    refusalText(
      await call('POST', `recovery-charge/${line['id']}/actions/claimFunds`, { rev: line['rev'], memoId }),
      memoId,
    );
  expect(await tries(flow['id'])).toBe(await tries('987654321'));
  expect(await server.footprint()).toBe(before);
});
