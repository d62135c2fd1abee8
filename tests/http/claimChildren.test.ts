import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { daysAfter, today } from '../../generator/language/dates.ts';
import { cargoBody, claimFixture, type ClaimFixture, closeUnpaid, wrongTotals } from './claimRows.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The children of a case: contacts, dates, attachments and the extensions of its time limit. */
const TODAY = today('Asia/Shanghai');

let server: TestServer;
let fixture: ClaimFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await claimFixture(server);
});
afterAll(() => server.close());

const claim = (fields?: Json): Promise<Json> => server.create('cargo-claim', cargoBody(fixture, fields));
const post = (entity: string, body: Json, token?: string): Promise<Answer> =>
  server.call('POST', `/api/${entity}`, { body, ...(token === undefined ? {} : { token }) });
const read = ({ id }: Json): Promise<Json> => server.read('cargo-claim', id);

async function uploaded(name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(pdf(name))], name));
  return (await server.call('POST', '/api/files', { body: form })).result.id as string;
}

/** A valid body of each child. */
const BODIES: Record<string, () => Promise<Json>> = {
  'claim-contact': async () => ({
    companyType: 'INSURER',
    companyCde: fixture.company,
    contacts: 'Li Wei',
    contactsMail: 'li@example.com',
    contactsPhone: '+86 21 1',
  }),
  'claim-date': async () => ({ dateType: 'NOTICE', date: '2026-03-02' }),
  attachment: async () => ({ type: 'PHOTO', path: await uploaded('hold 3.pdf') }),
  'expiry-extension': async () => ({ newExpiredDate: daysAfter(TODAY, 90), monthExtention: 3 }),
};
const CHILDREN = Object.keys(BODIES);

describe.each(CHILDREN)('%s', (entity) => {
  test('belongs to a case, and cannot be changed once the case is closed', async () => {
    const one = await claim();
    const body = { caseId: one['id'], ...(await BODIES[entity]!()) };
    const child = await server.create(entity, body);
    const change = async (): Promise<Answer> =>
      server.call('PATCH', `/api/${entity}/${child['id']}`, {
        body: {
          rev: (await server.read(entity, child['id']))['rev'],
          ...(entity === 'expiry-extension' ? { monthExtention: 4 } : { remark: 'changed' }),
          ...(entity === 'claim-contact' ? { remark: undefined, contacts: 'Wang Fang' } : {}),
        },
      });
    expect((await change()).status).toBe(200);
    expect((await act(server, 'cargo-claim', one['id'], 'submit')).status).toBe(200);
    await withoutTrace(server, change, { status: 409 });
    await withoutTrace(
      server,
      () => post(entity, { ...body, ...(entity === 'attachment' ? { path: child['path'] } : {}) }),
      { status: 409 },
    );
    expect((await act(server, 'cargo-claim', one['id'], 'unsubmit')).status).toBe(200);
    await closeUnpaid(server, one);
    await withoutTrace(server, change, { status: 409, key: 'MSG_claim_0124' });
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/${entity}/${child['id']}`, { body: { rev: child['rev'] + 1 } }),
      { status: 409, key: 'MSG_claim_0124' },
    );
  });

  test('is visible with the permissions for its case, and only the handlers of the case can change it', async () => {
    const elsewhere = (await server.create('company', companyBody()))['companyCde'];
    const stranger = await server.logInAs(`s-${entity}`.slice(0, 16), 'Claims officer', { companyCde: elsewhere });
    const colleague = await server.logInAs(`c-${entity}`.slice(0, 16), 'Claims officer', {
      companyCde: fixture.company,
    });
    const one = await claim();
    const { id } = await server.create(entity, { caseId: one['id'], ...(await BODIES[entity]!()) });
    const seen = async (token: string) => (await server.call('GET', `/api/${entity}/${id}`, { token })).status;
    expect([await seen(stranger), await seen(colleague)]).toEqual([404, 200]);
    const body = { ...(await BODIES[entity]!()), caseId: one['id'] };
    await withoutTrace(server, () => post(entity, body, stranger), { status: 400 });
    await withoutTrace(server, () => post(entity, body, colleague), { status: 403 });
  });
});

describe('a case whose facts are confirmed', () => {
  const confirmed = async (fields?: Json): Promise<Json> => {
    const one = await claim(fields);
    expect((await act(server, 'cargo-claim', one['id'], 'report')).status).toBe(200);
    await server.pool.query('update claim set "recordStatus" = \'Confirm\' where id = $1', [one['id']]);
    return one;
  };
  const edit = async ({ id }: Json): Promise<Json> =>
    ((await read({ id }))['_actions'] as Json[]).find(({ name }) => name === 'edit')!;

  test.each<[string, Json]>([
    ['its casualty', { casualtyDate: '2026-03-02' }],
    ['its vessel', { vslNme: 'COSCO SUN' }],
    ['its officer', { claimAssistant: 'assistant' }],
    ['its remark', { remark: 'later' }],
    ['its time limit', { expiredDate: daysAfter(TODAY, 50) }],
  ])('is editable after the confirmation is withdrawn: %s', async (_, fields) => {
    const one = await confirmed();
    const body = {
      ...fields,
      ...(fields['claimAssistant'] === undefined ? {} : { claimAssistant: fixture.assistant }),
    };
    const change = async (): Promise<Answer> =>
      server.call('PATCH', `/api/cargo-claim/${one['id']}`, { body: { rev: (await read(one))['rev'], ...body } });
    await withoutTrace(server, change, { status: 409, key: 'MSG_generic_0031' });
    expect(await edit(one)).toMatchObject({ enabled: false });
    await withoutTrace(server, () => act(server, 'cargo-claim', one['id'], 'unconfirm'), {
      status: 400,
      errors: [expect.objectContaining({ field: 'operateOpinion', key: 'MSG_generic_0100' })],
    });
    expect((await act(server, 'cargo-claim', one['id'], 'unconfirm', { operateOpinion: 'wrong' })).status).toBe(200);
    expect((await change()).status).toBe(200);
  });

  test.each(CHILDREN)('accepts a new or changed %s, by itself or with the case', async (entity) => {
    const one = await confirmed({ expiredDate: daysAfter(TODAY, 30) });
    const child = await server.create(entity, {
      caseId: one['id'],
      acceptWarnings: true,
      ...(await BODIES[entity]!()),
    });
    const { rev } = await read(one);
    const sent = await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
      body: {
        rev,
        acceptWarnings: true,
        [entity]: [
          {
            ...(await BODIES[entity]!()),
            ...(entity === 'expiry-extension'
              ? { newExpiredDate: daysAfter(TODAY, 120) }
              : entity === 'claim-contact'
                ? { companyType: 'BILLING' }
                : {}),
          },
        ],
      },
    });
    expect(sent.status, sent.text).toBe(200);
    expect(
      (
        await server.call('DELETE', `/api/${entity}/${child['id']}`, {
          body: { rev: (await server.read(entity, child['id']))['rev'] },
        })
      ).status,
    ).toBe(200);
    expect((await read(one))[entity]).toHaveLength(1);
    if (entity === 'expiry-extension')
      expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, 120), recordStatus: 'Confirm' });
    expect(await edit(one)).not.toHaveProperty('parts');
  });

  test('is the reason why its children cannot be changed once it is closed', async () => {
    const one = await confirmed();
    await closeUnpaid(server, one, ['accept']);
    expect(await edit(one)).toMatchObject({ enabled: false, parts: 'The case is closed: nothing can be done with it' });
  });
});

test('a company can have one insurer or club contact in a case, and any number of other contacts', async () => {
  const { id: caseId } = await claim();
  const contact = async (companyType: string): Promise<Json> => ({
    caseId,
    ...(await BODIES['claim-contact']!()),
    companyType,
  });
  await server.create('claim-contact', await contact('INSURER'));
  const second = await contact('PICLUB');
  await withoutTrace(server, () => post('claim-contact', second), { status: 409 });
  for (let turn = 0; turn < 2; turn++) await server.create('claim-contact', await contact('BILLING'));
  const comma = { ...(await contact('BILLING')), contactsMail: 'a@example.com,b@example.com' };
  expect((await withoutTrace(server, () => post('claim-contact', comma), { status: 400 })).errors).toMatchObject([
    { field: 'contactsMail' },
  ]);
});

test('an attachment gets its name, case type and operator from the server, not from the input', async () => {
  const { id: caseId } = await claim();
  const one = await server.create('attachment', { caseId, type: 'PHOTO', path: await uploaded('舱口 hatch.pdf') });
  expect(one).toMatchObject({ name: '舱口 hatch.pdf', caseType: 'CARGO', operator: 'admin', date: TODAY });
  const path = await uploaded('other.pdf');
  for (const wrong of [{ name: '../etc/passwd' }, { caseType: 'HULL' }, { operator: 'x' }, { path: '/etc/passwd' }]) {
    await withoutTrace(server, () => post('attachment', { caseId, type: 'PHOTO', path, ...wrong }), { status: 400 });
  }
});

describe('an extension of the time limit', () => {
  const extend = (caseId: string, days: number, monthExtention = 3): Promise<Json> =>
    server.create('expiry-extension', {
      caseId,
      newExpiredDate: daysAfter(TODAY, days),
      monthExtention,
      acceptWarnings: true,
    });

  test('changes the time limit of the case and stores the previous one, which its deletion restores', async () => {
    const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
    const first = await extend(one['id'], 120);
    expect(first).toMatchObject({ origExpiredDate: daysAfter(TODAY, 30), operator: 'admin' });
    expect(await read(one)).toMatchObject({
      expiredDate: daysAfter(TODAY, 120),
      origExpiredDate: daysAfter(TODAY, 30),
      monthExtention: 3,
    });
    const second = await extend(one['id'], 210, 4);
    expect(await read(one)).toMatchObject({
      expiredDate: daysAfter(TODAY, 210),
      origExpiredDate: daysAfter(TODAY, 30),
      monthExtention: 7,
    });
    await server.call('PATCH', `/api/expiry-extension/${second['id']}`, {
      body: { acceptWarnings: true, rev: 1, newExpiredDate: daysAfter(TODAY, 220) },
    });
    expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, 220) });
    await server.call('DELETE', `/api/expiry-extension/${second['id']}`, { body: { rev: 2 } });
    expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, 120), monthExtention: 3 });
  });

  test('proposes the day that is some months after the limit', async () => {
    const { id: caseId } = await claim({ expiredDate: '2999-11-30' });
    expect(await server.create('expiry-extension', { caseId, monthExtention: 3 })).toMatchObject({
      newExpiredDate: '3000-02-28',
    });
  });

  test.each([
    ['the limit entered', { expiredDate: '2999-11-30' }],
    ['the limit proposed', { dischargeDate: '2998-11-30' }],
  ])('proposes the same day in a new case, after %s', async (_, limit) => {
    const body = {
      ...cargoBody(fixture),
      ...limit,
      'expiry-extension': [{ monthExtention: 3 }, { monthExtention: 1 }],
    };
    expect(await server.create('cargo-claim', body)).toMatchObject({
      expiredDate: '3000-03-28',
      origExpiredDate: '2999-11-30',
      'expiry-extension': [
        { origExpiredDate: '2999-11-30', newExpiredDate: '3000-02-28' },
        { origExpiredDate: '3000-02-28', newExpiredDate: '3000-03-28' },
      ],
    });
  });

  test('does the same if it is saved with its case', async () => {
    const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
    const answer = await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
      body: {
        acceptWarnings: true,
        rev: 1,
        'expiry-extension': [{ newExpiredDate: daysAfter(TODAY, 60), monthExtention: 1 }],
      },
    });
    expect(answer.result).toMatchObject({
      rev: 2,
      expiredDate: daysAfter(TODAY, 60),
      origExpiredDate: daysAfter(TODAY, 30),
      monthExtention: 1,
      'expiry-extension': [{ origExpiredDate: daysAfter(TODAY, 30) }],
    });
  });

  test('stores the limit before it also if several are saved together, in a new case too', async () => {
    const two = {
      'expiry-extension': [60, 90].map((days) => ({ newExpiredDate: daysAfter(TODAY, days), monthExtention: 1 })),
    };
    const unchanged = [{ origExpiredDate: daysAfter(TODAY, 30) }, { origExpiredDate: daysAfter(TODAY, 60) }];
    const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
    const sent = await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
      body: { acceptWarnings: true, rev: 1, ...two },
    });
    for (const parent of [
      sent.result,
      await claim({ expiredDate: daysAfter(TODAY, 30), acceptWarnings: true, ...two }),
    ]) {
      expect(parent).toMatchObject({
        expiredDate: daysAfter(TODAY, 90),
        origExpiredDate: daysAfter(TODAY, 30),
        monthExtention: 2,
        'expiry-extension': unchanged,
      });
      const last = parent['expiry-extension'][1];
      await server.call('DELETE', `/api/expiry-extension/${last.id}`, { body: { rev: last.rev } });
      expect(await read(parent)).toMatchObject({
        expiredDate: daysAfter(TODAY, 60),
        'expiry-extension': [unchanged[0]],
      });
    }
  });

  test.each<[string, (first: Json) => Promise<unknown>, number]>([
    ['is undone', ({ id }) => server.call('DELETE', `/api/expiry-extension/${id}`, { body: { rev: 1 } }), 30],
    [
      'is changed',
      ({ id }) =>
        server.call('PATCH', `/api/expiry-extension/${id}`, {
          body: { acceptWarnings: true, rev: 1, newExpiredDate: daysAfter(TODAY, 100) },
        }),
      100,
    ],
    [
      'is undone with its case',
      ({ id, caseId }) =>
        read({ id: caseId }).then(({ rev }) =>
          server.call('PATCH', `/api/cargo-claim/${caseId}`, {
            body: { acceptWarnings: true, rev, 'expiry-extension': [{ id, rev: 1, delFlag: 'Y' }] },
          }),
        ),
      30,
    ],
  ])('that is not the last %s: deleting the last extension restores the limit before it', async (_, change, left) => {
    const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
    const [first, second] = [await extend(one['id'], 120), await extend(one['id'], 210)];
    await change(first);
    expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, 210) });
    const { rev, origExpiredDate } = await server.read('expiry-extension', second['id']);
    expect([rev, origExpiredDate]).toEqual([1, daysAfter(TODAY, left)]);
    await server.call('DELETE', `/api/expiry-extension/${second['id']}`, { body: { rev } });
    expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, left) });
  });

  test.each([0, -1])('to %i days from today is refused', async (days) => {
    const { id: caseId } = await claim();
    const refused = await withoutTrace(
      server,
      () =>
        post('expiry-extension', {
          acceptWarnings: true,
          caseId,
          newExpiredDate: daysAfter(TODAY, days),
          monthExtention: 1,
        }),
      { status: 400, key: 'MSG_claim_0152' },
    );
    expect(refused.errors).toMatchObject([{ field: 'newExpiredDate', key: 'MSG_claim_0152' }]);
  });

  describe('must set a later limit than the one before it', () => {
    const EARLY = { status: 400, key: 'MSG_claim_0154' };
    const change = async ({ id }: Json, days: number): Promise<Answer> =>
      server.call('PATCH', `/api/expiry-extension/${id}`, {
        body: {
          acceptWarnings: true,
          rev: (await server.read('expiry-extension', id))['rev'],
          newExpiredDate: daysAfter(TODAY, days),
        },
      });
    const remove = async ({ id }: Json): Promise<number> =>
      (
        await server.call('DELETE', `/api/expiry-extension/${id}`, {
          body: { rev: (await server.read('expiry-extension', id))['rev'] },
        })
      ).status;
    const sent = async (one: Json, ...days: number[]): Promise<Answer> =>
      server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
        body: {
          acceptWarnings: true,
          rev: (await read(one))['rev'],
          'expiry-extension': days.map((day) => ({ newExpiredDate: daysAfter(TODAY, day), monthExtention: 1 })),
        },
      });

    test.each([30, 29, 1])(
      'to %i days from today is refused where the limit is in 30, by itself and with its case',
      async (days) => {
        const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
        const body = { newExpiredDate: daysAfter(TODAY, days), monthExtention: 1 };
        expect(
          (
            await withoutTrace(
              server,
              () => post('expiry-extension', { acceptWarnings: true, caseId: one['id'], ...body }),
              EARLY,
            )
          ).errors,
        ).toMatchObject([{ field: 'newExpiredDate' }]);
        expect((await withoutTrace(server, () => sent(one, days), EARLY)).errors).toMatchObject([
          { field: 'expiry-extension[0].newExpiredDate' },
        ]);
        const added = cargoBody(fixture, {
          expiredDate: daysAfter(TODAY, 30),
          acceptWarnings: true,
          'expiry-extension': [body],
        });
        expect((await withoutTrace(server, () => post('cargo-claim', added), EARLY)).errors).toMatchObject([
          { field: 'expiry-extension[0].newExpiredDate' },
        ]);
      },
    );

    test.each([
      [[60, 60], 1],
      [[60, 31], 1],
      [[90, 60, 61], 1],
    ])('if several are saved together: %j', async (days, wrong) => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      expect((await withoutTrace(server, () => sent(one, ...days), EARLY)).errors[0]).toMatchObject({
        field: `expiry-extension[${wrong}].newExpiredDate`,
      });
    });

    test('can set an earlier limit again once the later extensions are deleted', async () => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      const [first, second] = [await extend(one['id'], 120), await extend(one['id'], 210)];
      await withoutTrace(server, () => sent(one, 150), EARLY);
      expect(await remove(second)).toBe(200);
      expect((await sent(one, 150)).status).toBe(200);
      expect(await remove(first)).toBe(200);
      expect(await read(one)).toMatchObject({
        expiredDate: daysAfter(TODAY, 150),
        'expiry-extension': [{ origExpiredDate: daysAfter(TODAY, 30) }],
      });
    });

    test('also if the case had no limit', async () => {
      const one = await claim();
      await extend(one['id'], 2);
      await withoutTrace(server, () => sent(one, 2), EARLY);
      expect((await sent(one, 3)).status).toBe(200);
    });

    test('and can be corrected to a day between its neighbours', async () => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      const [first, second] = [await extend(one['id'], 120), await extend(one['id'], 210)];
      for (const [extension, days] of [
        [first, 30],
        [first, 210],
        [first, 211],
        [second, 120],
      ] as const)
        await withoutTrace(server, () => change(extension, days), EARLY);
      expect((await change(second, 121)).status).toBe(200);
      expect((await change(first, 31)).status).toBe(200);
      expect(await read(one)).toMatchObject({
        expiredDate: daysAfter(TODAY, 121),
        'expiry-extension': [{}, { origExpiredDate: daysAfter(TODAY, 31) }],
      });
    });

    test.each([
      [
        [0, 1],
        [220, 300],
      ],
      [
        [1, 0],
        [220, 300],
      ],
      [
        [0, 1],
        [60, 100],
      ],
      [
        [1, 0],
        [60, 100],
      ],
    ])('and can be corrected together with the next: sent in the order %j, to %j days', async (order, days) => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      for (const former of [120, 210]) await extend(one['id'], former);
      const { rev, 'expiry-extension': extensions } = await read(one);
      const changed = order.map((place) => ({
        id: extensions[place].id,
        rev: extensions[place].rev,
        newExpiredDate: daysAfter(TODAY, days[place]!),
      }));
      const { result, text } = await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
        body: { acceptWarnings: true, rev, 'expiry-extension': changed },
      });
      expect(result, text).toMatchObject({
        expiredDate: daysAfter(TODAY, days[1]!),
        'expiry-extension': [
          { origExpiredDate: daysAfter(TODAY, 30) },
          { origExpiredDate: daysAfter(TODAY, days[0]!) },
        ],
      });
    });

    test('of two simultaneous extensions the second is validated against the limit set by the first', async () => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          post('expiry-extension', {
            acceptWarnings: true,
            caseId: one['id'],
            newExpiredDate: daysAfter(TODAY, 60),
            monthExtention: 1,
          }),
        ),
      );
      expect(answers.map(({ status, key }) => `${status} ${key ?? ''}`.trim()).toSorted()).toEqual([
        '201',
        ...Array.from({ length: 9 }, () => '400 MSG_claim_0154'),
      ]);
      expect(await read(one)).toMatchObject({ expiredDate: daysAfter(TODAY, 60), monthExtention: 1 });
    });

    test.each(['en-US', 'zh-CN'])('with a message in %s', async (language) => {
      const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
      const { message } = await server.call('POST', '/api/expiry-extension', {
        body: { acceptWarnings: true, caseId: one['id'], newExpiredDate: daysAfter(TODAY, 30), monthExtention: 1 },
        language,
      });
      expect(message).toBe(
        language === 'en-US'
          ? 'Each extension must set a later time bar than the one before it'
          : '每次延期后的时效届满日必须晚于延期前的届满日',
      );
    });
  });

  test.each<[string, number | null]>([
    ['another day', 70],
    ['an earlier one', 40],
    ['none', null],
  ])('is the only way to change the limit: %s by hand is refused', async (_, days) => {
    const one = await claim({ expiredDate: daysAfter(TODAY, 30) });
    expect(
      (
        await server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
          body: { acceptWarnings: true, rev: 1, expiredDate: daysAfter(TODAY, 35) },
        })
      ).status,
    ).toBe(200);
    await extend(one['id'], 60);
    const { rev } = await read(one);
    const refused = await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/cargo-claim/${one['id']}`, {
          body: { acceptWarnings: true, rev, expiredDate: days === null ? null : daysAfter(TODAY, days) },
        }),
      { status: 400 },
    );
    expect(refused.errors).toMatchObject([{ field: 'expiredDate', key: 'MSG_claim_0155' }]);
  });
});

test('all totals agree with their children after all tests', async () => {
  expect(await wrongTotals(server)).toEqual([]);
});
