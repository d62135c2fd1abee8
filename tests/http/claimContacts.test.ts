import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestSmtp, type TestSmtp } from '../fixtures/smtp.ts';
import { claimFixture, voyage, type ClaimFixture, settlingCase } from './claimRows.ts';
import { act, companyBody, patch } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The identity of a contact determines whether it can reimburse and receive mails (2§5 Contacts). */
const TYPES = ['INSURER', 'PICLUB', 'CAPTIVE', 'BILLING'] as const;
type Type = (typeof TYPES)[number];

let smtp: TestSmtp;
let server: TestServer;
let fixture: ClaimFixture;
let sailing: Json;
beforeAll(async () => {
  smtp = await openTestSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url, DEMO_DATA: 'true' } });
  fixture = await claimFixture(server);
  sailing = await voyage(server);
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
  settlingCase(server, fixture, {
    svvd: sailing['svvd'],
    vslCde: sailing['vslCde'],
    vslNme: 'PACIFIC PEARL',
    ...fields,
  });
const contact = ({ id }: Json, companyType: Type, fields: Json = {}): Promise<Json> =>
  server.create('claim-contact', {
    caseId: id,
    companyType,
    companyCde: fixture.company,
    contacts: 'Li Wei',
    contactsMail: `${companyType.toLowerCase()}@example.com; second@example.com`,
    contactsPhone: '+86 21 1',
    ...fields,
  });
const post = (entity: string, body: Json): Promise<Answer> => server.call('POST', `/api/${entity}`, { body });
const change = (entity: string, { id }: Json, body: Json): Promise<Answer> => patch(server, entity, id, body);

describe('a reimbursement', () => {
  const body = ({ id }: Json, payer?: Json): Json => ({
    caseId: id,
    claimCur: 'USD',
    claimAmt: '40.00',
    compensationAmt: '30.00',
    claimDate: '2026-03-02',
    ...(payer ? { payerContactId: payer['id'] } : {}),
  });
  const NO_PAYER = {
    status: 400,
    errors: [expect.objectContaining({ field: 'payerContactId', key: 'MSG_claim_0158' })],
  };

  test.each(TYPES)('comes from a contact that is %s, or is refused', async (type) => {
    const one = await claim();
    const payer = await contact(one, type);
    const saveParent = async (): Promise<Answer> => change('cargo-claim', one, { reimbursement: [body(one, payer)] });
    if (type === 'BILLING') {
      await withoutTrace(server, () => post('reimbursement', body(one, payer)), NO_PAYER);
      expect((await withoutTrace(server, saveParent, { status: 400 })).errors).toMatchObject([
        { field: 'reimbursement[0].payerContactId', key: 'MSG_claim_0158' },
      ]);
      return;
    }
    expect(await server.create('reimbursement', body(one, payer))).toMatchObject({ payerContactId: payer['id'] });
    expect((await saveParent()).status).toBe(200);
  });

  test('cannot name a contact of another case or a deleted or missing one; without input it names none', async () => {
    const [one, other] = [await claim(), await claim()];
    const deleted = await contact(one, 'INSURER');
    expect((await server.call('DELETE', `/api/claim-contact/${deleted['id']}`, { body: { rev: 1 } })).status).toBe(200);
    for (const payer of [await contact(other, 'INSURER'), deleted, { id: '999999999' }])
      await withoutTrace(server, () => post('reimbursement', body(one, payer)), NO_PAYER);
    expect(await server.create('reimbursement', body(one))).toMatchObject({ payerContactId: null });
  });

  test.each([
    ['en-US', 'A reimbursement comes from an insurer, a captive insurer or a club: choose such a contact of this case'],
    ['zh-CN', '摊回方只能是保险人、自保公司或保赔协会，请选择本案件的此类联系人'],
  ])('says in %s whom it may come from', async (language, message) => {
    const one = await claim();
    const refused = await server.call('POST', '/api/reimbursement', {
      body: body(one, await contact(one, 'BILLING')),
      language,
    });
    expect([refused.status, refused.message]).toEqual([400, message]);
  });

  test('prevents that its contact is deleted or becomes unable to reimburse', async () => {
    const one = await claim();
    const payer = await contact(one, 'INSURER');
    const row = await server.create('reimbursement', body(one, payer));
    const refused = await withoutTrace(server, () => change('claim-contact', payer, { companyType: 'BILLING' }), {
      status: 409,
    });
    expect(refused.errors).toMatchObject([
      {
        field: 'companyType',
        key: 'MSG_generic_0176',
        message: 'Identity: the record is used by Reimbursement, which could no longer name it with this value',
      },
    ]);
    await withoutTrace(
      server,
      () =>
        change('cargo-claim', one, {
          'claim-contact': [{ id: payer['id'], rev: payer['rev'], companyType: 'BILLING' }],
        }),
      { status: 409 },
    );
    await withoutTrace(
      server,
      async () =>
        server.call('DELETE', `/api/claim-contact/${payer['id']}`, {
          body: { rev: (await server.read('claim-contact', payer['id']))['rev'] },
        }),
      { status: 409 },
    );
    // another identity that can reimburse, and changes of other fields, are accepted
    expect((await change('claim-contact', payer, { companyType: 'CAPTIVE', contacts: 'Wang Fang' })).status).toBe(200);
    expect((await change('reimbursement', row, { payerContactId: null })).status).toBe(200);
    expect((await change('claim-contact', payer, { companyType: 'BILLING' })).status).toBe(200);
    await withoutTrace(server, () => change('reimbursement', row, { payerContactId: payer['id'] }), NO_PAYER);
  });

  test('and a change of its contact at the same time: one of the two is refused', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const one = await claim();
      const payer = await contact(one, 'INSURER');
      const [added, changed] = await Promise.all([
        post('reimbursement', body(one, payer)),
        change('claim-contact', payer, { companyType: 'BILLING' }),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([added.status, changed.status]);
    }
  });
});

describe('a mail of a case', () => {
  const write = ({ id }: Json, input: Json): Promise<Answer> =>
    act(server, 'cargo-claim', id, 'writeMail', { mailLanguage: 'en-US', ...input });
  const draft = async ({ result, text }: Answer): Promise<Json> => {
    expect(result, text).not.toBeNull();
    return server.read('mail', (result['_made'] as Json)['id']);
  };

  test.each<[string, readonly Type[]]>([
    ['NOTICE', ['INSURER', 'PICLUB', 'CAPTIVE']],
    ['SETTLEMENT', ['INSURER', 'PICLUB', 'CAPTIVE']],
    ['DOCUMENTS', TYPES],
    ['EXTENSION', TYPES],
  ])('from the template %s goes to contacts that are %j', async (templateCde, allowed) => {
    const one = await claim();
    for (const type of TYPES) {
      const to = await contact(
        one,
        type,
        type === 'PICLUB' ? { companyCde: (await server.create('company', companyBody()))['companyCde'] } : {},
      );
      if (allowed.includes(type)) {
        expect(await draft(await write(one, { templateCde, contactId: to['id'] }))).toMatchObject({
          receiver: `${type.toLowerCase()}@example.com; second@example.com`,
          copies: 'file@example.com',
          sendStatus: 'Draft',
          caseId: one['id'],
        });
      } else {
        const refused = await withoutTrace(server, () => write(one, { templateCde, contactId: to['id'] }), {
          status: 400,
        });
        expect(refused.errors).toMatchObject([{ field: 'contactId', key: 'MSG_mail_0126' }]);
      }
    }
  });

  test.each([
    [
      'en-US',
      '“Notice of claim” may be sent only to these contacts: Insurer, P&I club, Captive insurer. This one is: Billing company',
    ],
    ['zh-CN', '模板“出险通知”仅适用于保险人、保赔协会、自保公司，该联系人的身份为开票公司'],
  ])('says in %s whom its template is for', async (language, message) => {
    const one = await claim();
    const to = await contact(one, 'BILLING');
    const { rev } = await server.read('cargo-claim', one['id']);
    expect(
      (
        await server.call('POST', `/api/cargo-claim/${one['id']}/actions/writeMail`, {
          body: { rev, templateCde: 'NOTICE', mailLanguage: 'en-US', contactId: to['id'] },
          language,
        })
      ).message,
    ).toBe(message);
  });

  test('cannot be sent to a contact of another case or a deleted or missing one', async () => {
    const [one, other] = [await claim(), await claim()];
    const deleted = await contact(one, 'INSURER');
    expect((await server.call('DELETE', `/api/claim-contact/${deleted['id']}`, { body: { rev: 1 } })).status).toBe(200);
    for (const { id } of [await contact(other, 'INSURER'), deleted, { id: '999999999' }]) {
      const refused = await withoutTrace(server, () => write(one, { templateCde: 'NOTICE', contactId: id }), {
        status: 400,
      });
      expect(refused.errors).toMatchObject([{ field: 'contactId', key: 'MSG_generic_0122' }]);
    }
  });

  test('goes to the recipients of the vessel if no contact is named, and only to the contact if the vessel has none', async () => {
    expect(await draft(await write(await claim(), { templateCde: 'NOTICE' }))).toMatchObject({
      receiver: 'club@example.com; insurer@example.com',
      copies: 'file@example.com',
    });
    const lone = await voyage(server);
    const caseWithoutContacts = await claim({ svvd: lone['svvd'], vslCde: lone['vslCde'], vslNme: 'LONE STAR' });
    await withoutTrace(server, () => write(caseWithoutContacts, { templateCde: 'NOTICE' }), {
      status: 409,
      key: 'MSG_claim_0131',
    });
    const to = await contact(caseWithoutContacts, 'CAPTIVE', { contactsMail: 'only@example.com' });
    const mail = await draft(await write(caseWithoutContacts, { templateCde: 'NOTICE', contactId: to['id'] }));
    expect(mail).toMatchObject({ receiver: 'only@example.com', copies: null });
    expect((await act(server, 'mail', mail['id'], 'send')).status).toBe(200);
    expect(await smtp.next('only@example.com')).toMatchObject({ subject: mail['title'], to: ['only@example.com'] });
  });

  test('can go to any contact from a template without identities, which staff choose', async () => {
    const one = await claim();
    const to = await contact(one, 'BILLING');
    const [template] = (
      await server.call('POST', '/api/mail-template/search', {
        body: { searchCondition: [{ name: 'templateCde', type: 'equal', value: 'EXTENSION' }] },
      })
    ).result.records;
    expect(template).toMatchObject({ contactTypes: null });
    await withoutTrace(server, () => change('mail-template', template, { contactTypes: ['BROKER'] }), { status: 400 });
    expect((await change('mail-template', template, { contactTypes: ['INSURER'] })).status).toBe(200);
    await withoutTrace(server, () => write(one, { templateCde: 'EXTENSION', contactId: to['id'] }), {
      status: 400,
      key: 'MSG_mail_0126',
    });
    expect((await change('mail-template', template, { contactTypes: [] })).status).toBe(200);
    expect((await write(one, { templateCde: 'EXTENSION', contactId: to['id'] })).status).toBe(200);
  });
});
