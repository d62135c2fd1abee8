import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { cargoBody, claimFixture } from './claimRows.ts';
import { withoutTrace } from './withoutTrace.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

const PACE = { pollMs: 50, retryMs: 20, maxRetryMs: 60, leaseMs: 2000, timeoutMs: 5000, maxAttempts: 4 };

let smtp: TestSmtp;
let server: TestServer;
let officer: string;
beforeAll(async () => {
  smtp = await openTestSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url }, delivery: PACE });
  officer = await server.logInAs('mail.officer', 'Claims officer', { claimFlag: 'Y' });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

let count = 0;
/** Another value for each immutable field of a sent or received mail. */
const CHANGES: readonly Json[] = [
  { title: 'Other' },
  { content: '<p>Other</p>' },
  { receiver: 'else@example.com' },
  { copies: 'else@example.com' },
  { sender: 'else@example.com' },
  { sendDate: '2026-01-02T03:04:09.000Z' },
];

/** A case to file mails under, of a company that the officer may see. */
async function filing(): Promise<{ company: string; id: string }> {
  const fixture = await claimFixture(server);
  const { id } = await server.create('cargo-claim', cargoBody(fixture, { claimAssistant: 'mail.officer' }));
  return { company: fixture.company, id };
}

/** Writes a mail to a receiver of its own. */
async function written(fields: Json = {}): Promise<Json> {
  const answer = await server.call('POST', '/api/mail', {
    token: officer,
    body: {
      title: `Notice ${++count}`,
      sender: 'me@example.com',
      receiver: `club${count}@example.com`,
      sendDate: '2026-01-02T03:04:05.000Z',
      content: '<p>Cargo <strong>wet</strong> &amp; torn</p><ul><li>20 bags</li></ul>',
      ...fields,
    },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.result;
}
const send = ({ id, rev }: Json, token = officer): Promise<Answer> =>
  server.call('POST', `/api/mail/${id}/actions/send`, { token, body: { rev } });
const becomes = ({ id }: Json, sendStatus: string): Promise<Json> =>
  vi.waitFor(
    async () => {
      const row = await server.read('mail', String(id));
      expect(row['sendStatus']).toBe(sendStatus);
      return row;
    },
    { timeout: 60_000, interval: 50 },
  );
const messagesOf = async ({ id }: Json): Promise<Json[]> =>
  (
    await server.call('POST', '/api/partner-event/search', {
      body: {
        searchCondition: [
          { name: 'sourceEntity', type: 'equal', value: 'mail' },
          { name: 'sourceId', type: 'equal', value: String(id) },
        ],
      },
    })
  ).result.records;

async function uploaded(name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(pdf(name))], name));
  const answer = await server.call('POST', '/api/files', { token: officer, body: form });
  expect(answer.status, answer.text).toBe(201);
  return answer.result.id as string;
}

test('a mail goes to its receivers and copies, with its text in both forms and its attachments, from the address of the product', async () => {
  const file = await uploaded('survey report 检验.pdf');
  const mail = await written({
    receiver: 'one@example.com; two@example.com',
    copies: 'file@example.com',
    mailAttachments: [file],
  });
  const answer = await send(mail);
  expect([answer.status, answer.message]).toEqual([200, 'The mail is on its way. Receivers: 3']);
  const arrived = await smtp.next('two@example.com');
  expect(arrived).toMatchObject({
    to: ['one@example.com', 'two@example.com', 'file@example.com'],
    from: 'bordereau@example.com',
    subject: mail['title'],
    text: 'Cargo wet & torn\n• 20 bags',
  });
  expect(arrived.html).toContain('<strong>wet</strong>');
  expect(arrived.attachments).toEqual([{ name: 'survey report 检验.pdf', bytes: pdf('survey report 检验.pdf') }]);
  const sent = await becomes(mail, 'Sent');
  expect(sent['sender']).toBe('bordereau@example.com');
  expect(String(sent['sendDate']).slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
  const [message] = await messagesOf(mail);
  expect(message).toMatchObject({
    partner: 'mail',
    recordStatus: 'Delivered',
    attempts: 1,
    httpStatus: 250,
    reference: arrived.headers['message-id'],
  });
  expect(arrived.headers['message-id']).toBe(`<${message!['idempotencyKey']}@example.com>`);
});

test('a sent mail cannot be sent again, and only its remark can be changed', async () => {
  const mail = await written();
  await send(mail);
  const sent = await becomes(mail, 'Sent');
  expect(await send(sent)).toMatchObject({ status: 409 });
  const { company, id: caseId } = await filing();
  for (const change of [
    ...CHANGES,
    { caseId },
    { billCompany: company },
    { mailAttachments: [await uploaded('late.pdf')] },
  ]) {
    const refused = await withoutTrace(
      server,
      () => server.call('PATCH', `/api/mail/${mail['id']}`, { token: officer, body: { rev: sent['rev'], ...change } }),
      { status: 400, message: 'A mail that was sent stays as it was; only its remark may be changed' },
    );
    expect(refused.errors.map(({ field }) => field)).toEqual(Object.keys(change));
  }
  expect(
    await server.call('DELETE', `/api/mail/${mail['id']}`, { token: officer, body: { rev: sent['rev'] } }),
  ).toMatchObject({ status: 409, message: 'A mail that was sent is kept' });
  expect(
    (
      await server.call('PATCH', `/api/mail/${mail['id']}`, {
        token: officer,
        body: { rev: sent['rev'], remark: 'Club confirmed by phone' },
      })
    ).status,
  ).toBe(200);
  expect((await messagesOf(mail)).length).toBe(1);
  expect(smtp.arrived.filter(({ subject }) => subject === mail['title']).length).toBe(1);
});

test('a received mail is immutable, but can be filed and deleted', async () => {
  const received = {
    receiveDate: '2026-01-03T03:04:05.000Z',
    copies: 'file@example.com',
    mailAttachments: [await uploaded('report.pdf')],
  };
  const { id: caseId } = await filing();
  const mail = await written(received);
  const change = async (fields: Json): Promise<Answer> =>
    server.call('PATCH', `/api/mail/${mail['id']}`, {
      token: officer,
      body: { rev: (await server.read('mail', String(mail['id'])))['rev'], ...fields },
    });
  for (const wrong of [...CHANGES, { receiveDate: null }, { mailAttachments: [] }]) {
    const refused = await withoutTrace(server, () => change(wrong), { status: 400 });
    expect(refused.errors.map(({ field }) => field)).toEqual(Object.keys(wrong));
  }
  expect((await change({ caseId, remark: 'from the club' })).status).toBe(200);
  expect(
    (
      await server.call('DELETE', `/api/mail/${mail['id']}`, {
        token: officer,
        body: { rev: (await server.read('mail', String(mail['id'])))['rev'] },
      })
    ).status,
  ).toBe(200);
});

test('fifty simultaneous calls send a mail once', async () => {
  const mail = await written();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(mail)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  await becomes(mail, 'Sent');
  expect((await messagesOf(mail)).length).toBe(1);
  expect(smtp.arrived.filter(({ subject }) => subject === mail['title']).length).toBe(1);
});

test('a busy mail server is called again; a refused mail can be corrected and sent again', async () => {
  const patient = await written();
  smtp.refuse(2, 451);
  await send(patient);
  await becomes(patient, 'Sent');
  expect((await messagesOf(patient))[0]).toMatchObject({ recordStatus: 'Delivered', attempts: 3 });

  const refused = await written();
  smtp.refuse(1, 550);
  await send(refused);
  const failed = await becomes(refused, 'Failed');
  expect((await messagesOf(refused))[0]).toMatchObject({ recordStatus: 'Refused', attempts: 1, httpStatus: 550 });
  const corrected = await server.call('PATCH', `/api/mail/${refused['id']}`, {
    token: officer,
    body: { rev: failed['rev'], receiver: `right${count}@example.com` },
  });
  expect((await send(corrected.result)).status).toBe(200);
  expect((await smtp.next(`right${count}@example.com`)).subject).toBe(refused['title']);
  await becomes(refused, 'Sent');

  // the outcome of the first message, delivered late, does not change a mail that was sent since
  const old = (await messagesOf(refused)).find(({ recordStatus }) => recordStatus === 'Refused')!;
  smtp.refuse(1, 550);
  expect(
    (await server.call('POST', `/api/partner-event/${old['id']}/actions/sendAgain`, { body: { rev: old['rev'] } }))
      .status,
  ).toBe(200);
  await vi.waitFor(async () =>
    expect((await messagesOf(refused)).find(({ id }) => id === old['id'])).toMatchObject({
      recordStatus: 'Refused',
      rev: old['rev'] + 2,
    }),
  );
  expect(await server.read('mail', String(refused['id']))).toMatchObject({ sendStatus: 'Sent' });
});

test('receivers that the server refuses are listed in the answer, the others get the mail', async () => {
  const mail = await written({ receiver: 'here@example.com; gone@example.com' });
  await send(mail);
  await becomes(mail, 'Sent');
  const [message] = await messagesOf(mail);
  expect(message).toMatchObject({ recordStatus: 'Delivered', attempts: 1, httpStatus: 250 });
  expect(message!['answer']).toContain('rejected: gone@example.com');
  expect(smtp.arrived.filter(({ subject }) => subject === mail['title']).map(({ to }) => to)).toEqual([
    ['here@example.com'],
  ]);
});

test.each([
  ['what is no address', { receiver: 'one@example.com; two@' }, 400, 'receiver', 'To: "two@" is not an e-mail address'],
  ['copies that are none', { copies: 'nobody' }, 400, 'copies', 'Copies to: "nobody" is not an e-mail address'],
  ['no text', { content: null }, 400, 'content', 'Text cannot be empty'],
  [
    'too many receivers',
    { receiver: Array.from({ length: 51 }, (_, n) => `r${n}@e.cn`).join(';') },
    400,
    'receiver',
    'A mail goes to at most 50 receivers',
  ],
  [
    'a mail that was received',
    { receiveDate: '2026-01-02T03:04:05.000Z' },
    409,
    '',
    'The mail has been sent or received already',
  ],
])('%s is refused: nothing is sent or queued', async (_, fields, status, field, message) => {
  const mail = await written(fields);
  const before = await server.footprint();
  const answer = await send(mail);
  expect([answer.status, answer.message], answer.text).toEqual([status, message]);
  if (status === 400) expect(answer.errors.map((error) => error.field)).toEqual([field]);
  expect(await server.footprint()).toBe(before);
  expect(await messagesOf(mail)).toEqual([]);
});

test('a mail can only be sent by its author, with the permission to send mails', async () => {
  const mail = await written();
  expect((await send(mail, await server.logInAs('mail.other', 'Claims officer'))).status).toBe(404);
  expect((await send(mail, await server.logInAs('mail.viewer', 'Viewer'))).status).toBe(403);
  expect((await send({ ...mail, rev: 7 })).status).toBe(409);
  expect(await messagesOf(mail)).toEqual([]);
});

test('without a mail server the action is blocked with that reason', async () => {
  const other = await startTestServer({ referenceData: false });
  try {
    const mail = await other.create('mail', {
      title: 'Kept',
      sender: 'me@example.com',
      receiver: 'you@example.com',
      sendDate: '2026-01-02T03:04:05.000Z',
      content: '<p>Text</p>',
    });
    const { status, message } = await other.call('POST', `/api/mail/${mail['id']}/actions/send`, {
      body: { rev: mail['rev'] },
    });
    expect([status, message]).toEqual([409, 'The mail server is not configured, so nothing can be sent to it']);
    expect((await other.read('mail', String(mail['id'])))['_actions']).toContainEqual(
      expect.objectContaining({
        name: 'send',
        enabled: false,
        reason: 'The mail server is not configured, so nothing can be sent to it',
      }),
    );
  } finally {
    await other.close();
  }
});
