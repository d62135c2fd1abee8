import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { cargoBody, claimFixture, voyage, type ClaimFixture } from './claimRows.ts';
import { act } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let smtp: TestSmtp;
let server: TestServer;
let fixture: ClaimFixture;
let sailing: Json;
let officer: string;
beforeAll(async () => {
  smtp = await openTestSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url, DEMO_DATA: 'true' } });
  fixture = await claimFixture(server);
  sailing = await voyage(server);
  officer = await server.logInAs('case.officer', 'Claims officer', { companyCde: fixture.company, claimFlag: 'Y' });
  await server.create('mail-config', {
    vslCde: sailing['vslCde'],
    receivers: 'club@example.com; insurer@example.com',
    copies: 'file@example.com',
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const claim = (fields: Json = {}): Promise<Json> =>
  server.create(
    'cargo-claim',
    cargoBody(fixture, {
      svvd: sailing['svvd'],
      vslCde: sailing['vslCde'],
      vslNme: 'PACIFIC PEARL',
      claimExecutor: 'case.officer',
      claimant: 'Müller & <Söhne>',
      ...fields,
    }),
  );
const mailsOf = async ({ id }: Json): Promise<Json[]> =>
  (
    await server.call('POST', '/api/mail/search', {
      body: { searchCondition: [{ name: 'caseId', type: 'equal', value: String(id) }] },
    })
  ).result.records;

test.each([
  [
    'en-US',
    ['notice of claim, PACIFIC PEARL'],
    ['We give you notice', 'Claimant: Müller &amp; &lt;Söhne&gt;', 'USD 5,000.00', '<p>…</p>'],
  ],
  ['zh-CN', ['出险通知 – PACIFIC PEARL'], ['兹就下列案件', '索赔人：Müller &amp; &lt;Söhne&gt;', '5,000.00 美元']],
])(
  'a mail of a case starts in %s with the data of the case and the recipients of the vessel, and is sent by its writer',
  async (mailLanguage, subject, content) => {
    const row = await claim();
    const begun = await act(
      server,
      'cargo-claim',
      row['id'],
      'writeMail',
      { templateCde: 'NOTICE', mailLanguage },
      officer,
    );
    expect(begun.status, begun.text).toBe(200);
    const { id } = begun.result['_made'] as Json;
    const draft = await server.read('mail', String(id));
    expect(draft).toMatchObject({
      receiver: 'club@example.com; insurer@example.com',
      copies: 'file@example.com',
      sender: 'bordereau@example.com',
      caseId: row['id'],
      billCompany: fixture.company,
      sendStatus: 'Draft',
      creater: 'case.officer',
    });
    for (const words of [row['ourRef'] as string, ...subject]) expect(draft['title']).toContain(words);
    for (const words of [row['blRefCde'] as string, row['svvd'] as string, ...content])
      expect(draft['content']).toContain(words);
    expect(smtp.arrived.some((mail) => mail.subject === draft['title'])).toBe(false);

    expect((await act(server, 'mail', id, 'send', {}, officer)).status).toBe(200);
    const arrived = await smtp.next(
      'insurer@example.com',
      smtp.arrived.filter((mail) => mail.subject !== draft['title']),
    );
    expect(arrived).toMatchObject({
      subject: draft['title'],
      to: ['club@example.com', 'insurer@example.com', 'file@example.com'],
    });
    expect(arrived.text).toContain('Müller & <Söhne>');
    expect((await mailsOf(row)).map((mail) => mail['id'])).toEqual([id]);
  },
);

test('refuses a vessel without mail configuration and an unknown template or language with a reason, and drafts no mail', async () => {
  const other = await voyage(server);
  const caseWithoutReceivers = await claim({ svvd: other['svvd'], vslCde: other['vslCde'], vslNme: 'LONE STAR' });
  const row = await claim();
  const noConfiguration = await act(
    server,
    'cargo-claim',
    caseWithoutReceivers['id'],
    'writeMail',
    { templateCde: 'NOTICE', mailLanguage: 'en-US' },
    officer,
  );
  expect([noConfiguration.status, noConfiguration.errors[0]?.key, noConfiguration.message]).toEqual([
    409,
    'MSG_claim_0131',
    'The vessel LONE STAR has no mail configuration',
  ]);
  for (const [input, field] of [
    [{ templateCde: 'NONE', mailLanguage: 'en-US' }, 'templateCde'],
    [{ templateCde: 'NOTICE', mailLanguage: 'fr-FR' }, 'mailLanguage'],
    [{ mailLanguage: 'en-US' }, 'templateCde'],
  ] as const) {
    const refused = await act(server, 'cargo-claim', row['id'], 'writeMail', input, officer);
    expect([refused.status, refused.errors.map((error) => error.field)], refused.text).toEqual([400, [field]]);
  }
  expect(
    (
      await act(
        server,
        'cargo-claim',
        row['id'],
        'writeMail',
        { templateCde: 'NOTICE', mailLanguage: 'en-US' },
        await server.logInAs('case.viewer', 'Viewer', { companyCde: fixture.company }),
      )
    ).status,
  ).toBe(403);
  expect([...(await mailsOf(caseWithoutReceivers)), ...(await mailsOf(row))]).toEqual([]);
});

test('a template names only fields of a case', async () => {
  const validFields = {
    templateCde: 'mine',
    nameEn: 'Mine',
    nameCh: '我的',
    subjectEn: '{ourRef}',
    subjectCh: '{ourRef}',
    contentEn: '<p>{vslNme}</p>',
    contentCh: '<p>{vslNme}</p>',
  };
  const wrong = await server.call('POST', '/api/mail-template', {
    body: { ...validFields, subjectEn: '{ourReff}', contentCh: '<p>{vessel}</p>' },
  });
  expect([wrong.status, wrong.errors.map(({ field, key, message }) => [field, key, message])]).toEqual([
    400,
    [
      ['subjectEn', 'MSG_mail_0124', '“ourReff” is no field of a case'],
      ['contentCh', 'MSG_mail_0124', '“vessel” is no field of a case'],
    ],
  ]);
  expect((await server.call('POST', '/api/mail-template', { body: validFields })).status).toBe(201);
});
