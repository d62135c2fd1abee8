import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextCode, visitBody } from './rows.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const specimen = (fields: Json = {}): Promise<Json> =>
  server.create('specimen', { specimenCde: nextCode(), ...fields });
const refusedWithoutTrace = async (method: string, path: string, body: unknown, expected: Json) => {
  const before = await server.footprint();
  const answer = await server.call(method, path, { body });
  expect(answer).toMatchObject({ code: 1, result: null, ...expected });
  expect(await server.footprint()).toBe(before);
  return answer;
};

describe('a create', () => {
  test('answers with the complete row and the kernel’s own fields, and leaves one audit line', async () => {
    const before = (await server.pool.query('select count(*)::int as n from kernel.audit')).rows[0].n;
    const row = await server.create('pilot', { pilotCde: ' p1 ', pilotName: '  José 引航员 ' });
    expect(row).toEqual({
      id: expect.stringMatching(/^[1-9]\d*$/),
      rev: 1,
      delFlag: 'N',
      pilotCde: 'P1',
      pilotName: 'José 引航员',
      licensed: 'Y',
      creater: 'admin',
      createAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updater: 'admin',
      updateAt: row['createAt'],
    });
    expect(await server.read('pilot', row['id'])).toEqual({ ...row, _actions: expect.any(Array) });
    expect((await server.pool.query('select count(*)::int as n from kernel.audit')).rows[0].n).toBe(before + 1);
  });

  test('accepts a form', async () => {
    const answer = await server.call('POST', '/api/specimen', {
      body: new URLSearchParams([
        ['specimenCde', 'form'],
        ['integerValue', '-3'],
        ['moneyValue', '12.5'],
        ['multiChoiceValue[]', 'A'],
        ['multiChoiceValue[]', 'B'],
      ]),
    });
    expect(answer).toMatchObject({
      status: 201,
      result: { specimenCde: 'FORM', integerValue: -3, moneyValue: '12.50', multiChoiceValue: ['A', 'B'] },
    });
  });

  test.each<[string, Json, Json]>([
    ['money with two places', { moneyValue: '1234.5' }, { moneyValue: '1234.50' }],
    ['the largest money', { moneyValue: '999999999999999999.99' }, { moneyValue: '999999999999999999.99' }],
    ['minus nothing', { moneyValue: '-0.00' }, { moneyValue: '0.00' }],
    ['percent without needless places', { percentValue: '25.5000' }, { percentValue: '25.5' }],
    ['a rate', { rateValue: '0.00250000' }, { rateValue: '0.0025' }],
    ['a decimal', { decimalValue: '007.100' }, { decimalValue: '7.1' }],
    ['a day', { dateValue: '2024-02-29' }, { dateValue: '2024-02-29' }],
    ['the first and last day', { dateValue: '0001-01-01' }, { dateValue: '0001-01-01' }],
    [
      'an instant in UTC',
      { dateTimeValue: '2024-03-01T08:00:00+08:00' },
      { dateTimeValue: '2024-03-01T00:00:00.000Z' },
    ],
    [
      'an instant to the millisecond',
      { dateTimeValue: '2024-03-01T00:00:00.123Z' },
      { dateTimeValue: '2024-03-01T00:00:00.123Z' },
    ],
    [
      'text trimmed, blank as absent',
      { textValue: ' \u3000 ', longTextValue: ' two\r\nlines ' },
      { textValue: null, longTextValue: 'two\nlines' },
    ],
    ['an empty list as absent', { multiChoiceValue: [] }, { multiChoiceValue: null }],
    ['any JSON', { jsonValue: { a: [1, { b: null }], '': '"' } }, { jsonValue: { a: [1, { b: null }], '': '"' } }],
    ['20 characters of four bytes', { textValue: '😀'.repeat(20) }, { textValue: '😀'.repeat(20) }],
    ['markup as text', { textValue: '<script>' }, { textValue: '<script>' }],
    [
      'formatted text without scripts',
      { richTextValue: '<p onclick="x">a<script>x</script></p>' },
      { richTextValue: '<p>a</p>' },
    ],
    ['formatted text without a word as absent', { richTextValue: '<p></p>' }, { richTextValue: null }],
  ])('stores %s', async (_, input, stored) => {
    const row = await specimen(input);
    expect(row).toMatchObject(stored);
    expect(await server.read('specimen', row['id'])).toMatchObject(stored);
  });

  test('never stores or shows a password in plain text', async () => {
    const row = await specimen({ passwordValue: 'open sesame 123' });
    expect(row).not.toHaveProperty('passwordValue');
    expect(JSON.stringify(await server.read('specimen', row['id']))).not.toContain('sesame');
    const stored = await server.pool.query(
      "select to_jsonb(s)::text as row, (select string_agg(changes::text, '') from kernel.audit) as audit from specimen s where id = $1",
      [row['id']],
    );
    expect(stored.rows[0].row).not.toContain('sesame');
    expect(stored.rows[0].audit).not.toContain('sesame');
    expect(stored.rows[0].row).toMatch(/\$argon2id\$/);
  });

  test('sets defaults only for missing fields', async () => {
    const pilot = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Default' });
    const row = await server.create('pilotage', { pilotId: pilot['id'] });
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
    expect(row).toMatchObject({ finished: 'N', bookedBy: 'admin', bookedOn: today });
    const other = await server.create('pilotage', {
      pilotId: pilot['id'],
      finished: 'Y',
      bookedBy: 'somebody',
      bookedOn: '2020-01-01',
    });
    expect(other).toMatchObject({ finished: 'Y', bookedBy: 'somebody', bookedOn: '2020-01-01' });
  });

  test.each<[string, Json, string[], string]>([
    ['an unknown field', { nope: 1 }, ['nope'], 'MSG_generic_0119'],
    ['two unknown fields', { nope: 1, nope2: 1 }, ['nope', 'nope2'], 'MSG_generic_0119'],
    ['a field of Object’s', { constructor: 1 }, ['constructor'], 'MSG_generic_0119'],
    ['an id', { id: '5' }, ['id'], 'MSG_generic_0120'],
    ['a creater', { creater: 'somebody' }, ['creater'], 'MSG_generic_0120'],
    ['a delFlag', { delFlag: 'Y' }, ['delFlag'], 'MSG_generic_0120'],
    ['an instant of creation', { createAt: '2020-01-01T00:00:00Z' }, ['createAt'], 'MSG_generic_0120'],
    ['a number as text', { textValue: 5 }, ['textValue'], 'MSG_generic_0105'],
    ['an object as text', { textValue: {} }, ['textValue'], 'MSG_generic_0105'],
    ['too long a text', { textValue: 'x'.repeat(21) }, ['textValue'], 'MSG_generic_0101'],
    ['a line break in one line', { textValue: 'a\nb' }, ['textValue'], 'MSG_generic_0140'],
    ['NUL', { longTextValue: 'a\u0000b' }, ['longTextValue'], 'MSG_generic_0140'],
    ['half a surrogate pair', { textValue: 'a\ud800' }, ['textValue'], 'MSG_generic_0140'],
    ['NUL in JSON', { jsonValue: { a: 'x\u0000' } }, ['jsonValue'], 'MSG_generic_0140'],
    ['NUL in a key of JSON', { jsonValue: { 'a\u0000': 1 } }, ['jsonValue'], 'MSG_generic_0140'],
    ['half a surrogate pair in JSON', { jsonValue: ['\udc00'] }, ['jsonValue'], 'MSG_generic_0140'],
    ['a text as JSON', { jsonValue: 'text' }, ['jsonValue'], 'MSG_generic_0154'],
    ['a number as money', { moneyValue: 12.5 }, ['moneyValue'], 'MSG_generic_0158'],
    ['three places of money', { moneyValue: '1.005' }, ['moneyValue'], 'MSG_generic_0108'],
    ['too much money', { moneyValue: '1000000000000000000' }, ['moneyValue'], 'MSG_generic_0109'],
    ['money with separators', { moneyValue: '1,000.00' }, ['moneyValue'], 'MSG_generic_0107'],
    ['NaN', { moneyValue: 'NaN' }, ['moneyValue'], 'MSG_generic_0107'],
    ['a fraction as integer', { integerValue: 1.5 }, ['integerValue'], 'MSG_generic_0106'],
    ['an integer beyond its bound', { integerValue: 6 }, ['integerValue'], 'MSG_generic_0111'],
    ['an integer beyond all', { integerValue: 1e300 }, ['integerValue'], 'MSG_generic_0111'],
    ['a day that is not there', { dateValue: '2023-02-29' }, ['dateValue'], 'MSG_generic_0114'],
    ['a day with a time', { dateValue: '2023-02-28T00:00:00Z' }, ['dateValue'], 'MSG_generic_0114'],
    ['an instant without zone', { dateTimeValue: '2023-02-28T00:00:00' }, ['dateTimeValue'], 'MSG_generic_0117'],
    [
      'an instant finer than is kept',
      { dateTimeValue: '2023-02-28T00:00:00.0001Z' },
      ['dateTimeValue'],
      'MSG_generic_0118',
    ],
    ['true as yes', { yesNoValue: true }, ['yesNoValue'], 'MSG_generic_0105'],
    ['a choice that is none', { multiChoiceValue: ['A', 'C'] }, ['multiChoiceValue'], 'MSG_generic_0104'],
    ['a choice twice', { multiChoiceValue: ['A', 'A'] }, ['multiChoiceValue'], 'MSG_generic_0152'],
    ['a dictionary code that is none', { choiceValue: 'NO-SUCH' }, ['choiceValue'], 'MSG_generic_0104'],
    ['a reference to nothing', { refValue: 'NOWHERE' }, ['refValue'], 'MSG_generic_0122'],
    ['references to nothing', { multiRefValue: ['999999'] }, ['multiRefValue'], 'MSG_generic_0122'],
    ['an id that is none', { multiRefValue: ['abc'] }, ['multiRefValue'], 'MSG_generic_0153'],
    ['an e-mail that is none', { emailValue: 'a@b' }, ['emailValue'], 'MSG_generic_0142'],
    ['an address that is none', { urlValue: 'javascript:alert(1)' }, ['urlValue'], 'MSG_generic_0144'],
    [
      'several wrong at once',
      { textValue: 5, moneyValue: 'x', nope: 1 },
      ['nope', 'textValue', 'moneyValue'],
      'MSG_generic_0119',
    ],
  ])('is refused for %s, and nothing is stored', async (_, fields, blamed, key) => {
    const answer = await refusedWithoutTrace(
      'POST',
      '/api/specimen',
      { specimenCde: 'BAD', ...fields },
      { status: 400 },
    );
    expect(answer.errors.map(({ field }) => field)).toEqual(blamed);
    expect(answer.errors[0]!.key).toBe(key);
  });

  test('is refused at every required field at once', async () => {
    const answer = await refusedWithoutTrace('POST', '/api/vessel', { vslCde: ' ' }, { status: 400 });
    const { required } = (await server.call('GET', '/api/meta/vessel')).result;
    expect(
      answer.errors
        .filter(({ key }) => key === 'MSG_generic_0100')
        .map(({ field }) => field)
        .sort(),
    ).toEqual(required.toSorted());
  });
});

describe('a change', () => {
  test('increments rev by one, keeps other fields, and records the change', async () => {
    const row = await specimen({ textValue: 'before', integerValue: 1 });
    const answer = await server.call('PATCH', `/api/specimen/${row['id']}`, { body: { rev: 1, textValue: 'after' } });
    expect(answer).toMatchObject({
      status: 200,
      message: 'Saved',
      result: { rev: 2, textValue: 'after', integerValue: 1 },
    });
    const [line] = (await server.call('GET', `/api/specimen/${row['id']}/history`)).result;
    expect(line).toMatchObject({
      action: 'update',
      by: 'admin',
      changes: [{ field: 'textValue', from: 'before', to: 'after' }],
    });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['nothing', ''],
    ['blanks', '  '],
  ])('empties a field with %s', async (_, nothing) => {
    const row = await specimen({ textValue: 'there', moneyValue: '5', dateValue: '2024-01-01' });
    const answer = await server.call('PATCH', `/api/specimen/${row['id']}`, {
      body: { rev: 1, textValue: nothing, moneyValue: nothing, dateValue: nothing },
    });
    expect(answer).toMatchObject({
      status: 200,
      result: { rev: 2, textValue: null, moneyValue: null, dateValue: null },
    });
  });

  test.each<[string, Record<string, string>, Json]>([
    ['the body', {}, { rev: 1 }],
    ['the body, as text', {}, { rev: '1' }],
    ['If-Match', { 'if-match': '"1"' }, {}],
    ['If-Match without quotes', { 'if-match': '1' }, {}],
    ['a weak If-Match', { 'if-match': 'W/"1"' }, {}],
  ])('knows its rev from %s', async (_, headers, body) => {
    const row = await specimen();
    expect(
      await server.call('PATCH', `/api/specimen/${row['id']}`, { headers, body: { ...body, textValue: 'x' } }),
    ).toMatchObject({ status: 200, result: { rev: 2 } });
    expect(
      await server.call('PATCH', `/api/specimen/${row['id']}`, { headers, body: { ...body, textValue: 'y' } }),
    ).toMatchObject({ status: 409, key: 'MSG_generic_0010', errors: [{ field: 'rev' }] });
    expect(await server.read('specimen', row['id'])).toMatchObject({ rev: 2, textValue: 'x' });
  });

  test('without changed values writes nothing', async () => {
    const row = await specimen({ moneyValue: '5' });
    const before = await server.footprint();
    const answer = await server.call('PATCH', `/api/specimen/${row['id']}`, {
      body: { rev: 1, moneyValue: '5.00', textValue: '' },
    });
    expect(answer).toMatchObject({ status: 200, result: { rev: 1, moneyValue: '5.00' } });
    expect(await server.footprint()).toBe(before);
  });

  test('accepts the kernel’s own fields if they are unchanged', async () => {
    const { _actions: _states, ...row } = await server.read('specimen', (await specimen({ textValue: 'x' }))['id']);
    expect(
      await server.call('PATCH', `/api/specimen/${row['id']}`, { body: { ...row, textValue: 'y' } }),
    ).toMatchObject({ status: 200, result: { rev: 2, textValue: 'y' } });
    await refusedWithoutTrace(
      'PATCH',
      `/api/specimen/${row['id']}`,
      { ...row, rev: 2 },
      { status: 400, errors: [{ field: 'updateAt', key: 'MSG_generic_0120' }] },
    );
  });

  test('refuses read-only fields', async () => {
    const visit = await server.create('berth-visit', await visitBody(server));
    for (const field of ['duesWithTax', 'recordStatus']) {
      await refusedWithoutTrace(
        'PATCH',
        `/api/berth-visit/${visit['id']}`,
        { rev: visit['rev'], [field]: 'Confirm' },
        { status: 400, errors: [{ field, key: 'MSG_generic_0120' }] },
      );
    }
    await refusedWithoutTrace(
      'PATCH',
      `/api/berth-visit/${visit['id']}`,
      { rev: visit['rev'], delFlag: 'Y' },
      { status: 400, errors: [{ field: 'delFlag' }] },
    );
  });

  test('cannot empty a required field', async () => {
    const pilot = await server.create('pilot', { pilotCde: nextCode(), pilotName: 'Named' });
    await refusedWithoutTrace(
      'PATCH',
      `/api/pilot/${pilot['id']}`,
      { rev: 1, pilotName: null },
      { status: 400, errors: [{ field: 'pilotName', key: 'MSG_generic_0100' }] },
    );
  });
});

describe('a deletion', () => {
  test('removes the row from every answer, and its key can be used again', async () => {
    const row = await server.create('pilot', { pilotCde: 'FREE', pilotName: 'First' });
    const answer = await server.call('DELETE', `/api/pilot/${row['id']}`, { body: { rev: 1 } });
    expect(answer).toMatchObject({ status: 200, message: 'Deleted' });
    for (const path of ['', '/history'])
      expect((await server.call('GET', `/api/pilot/${row['id']}${path}`)).status).toBe(404);
    expect((await server.call('PATCH', `/api/pilot/${row['id']}`, { body: { rev: 2, pilotName: 'x' } })).status).toBe(
      404,
    );
    expect((await server.call('DELETE', `/api/pilot/${row['id']}`, { body: { rev: 2 } })).status).toBe(404);
    expect(
      (
        await server.call('POST', '/api/pilot/search', {
          body: { searchCondition: [{ name: 'pilotCde', type: 'equal', value: 'FREE' }] },
        })
      ).result.total,
    ).toBe(0);
    expect((await server.create('pilot', { pilotCde: 'FREE', pilotName: 'Second' }))['id']).not.toBe(row['id']);
    expect((await server.pool.query('select "delFlag", rev from pilot where id = $1', [row['id']])).rows).toEqual([
      { delFlag: 'Y', rev: 2 },
    ]);
  });

  test.each<[string, string, Record<string, string>, unknown]>([
    ['the body', '', {}, { rev: 1 }],
    ['the address', '?rev=1', {}, undefined],
    ['If-Match', '', { 'if-match': '"1"' }, undefined],
  ])('knows its rev from %s', async (_, query, headers, body) => {
    const { id } = await specimen();
    expect((await server.call('DELETE', `/api/specimen/${id}${query}`, { headers, body })).status).toBe(200);
  });

  test('with a stale rev does nothing', async () => {
    const { id } = await specimen();
    await server.call('PATCH', `/api/specimen/${id}`, { body: { rev: 1, textValue: 'newer' } });
    await refusedWithoutTrace('DELETE', `/api/specimen/${id}`, { rev: 1 }, { status: 409, key: 'MSG_generic_0010' });
  });

  test('accepts no other property', async () => {
    const { id } = await specimen();
    await refusedWithoutTrace(
      'DELETE',
      `/api/specimen/${id}`,
      { rev: 1, cascade: true },
      { status: 400, errors: [{ field: 'cascade' }] },
    );
  });
});

describe('a computed field', () => {
  test('is computed again when its operands change', async () => {
    const visit = await server.create('berth-visit', await visitBody(server, { dues: '100' }));
    expect(visit['duesWithTax']).toBe('106.00');
    expect(
      (await server.call('PATCH', `/api/berth-visit/${visit['id']}`, { body: { rev: 1, dues: '0.05' } })).result[
        'duesWithTax'
      ],
    ).toBe('0.05');
  });

  test('that can be overridden keeps the input until that is emptied', async () => {
    const body = {
      policyType: 'HM',
      effectiveFrom: '2024-01-01',
      effectiveTo: '2024-12-31',
      insuredValue: '365000',
      premiumRate: '0.01',
      'policy-instalment': [{ calcFrom: '2024-01-01', calcTo: '2024-12-31' }],
    };
    const term = await server.create('policy-term', body);
    const worked = term['premium'];
    expect(Number(worked)).toBeCloseTo((365_000 * 0.01 * term['days']) / 365, 1);
    const patch = (fields: Json) => server.call('PATCH', `/api/policy-term/${term['id']}`, { body: fields });
    const follows = (await patch({ rev: 1, insuredValue: '730000' })).result;
    expect(Number(follows['premium'])).toBeCloseTo(2 * Number(worked), 1);
    const own = await patch({ rev: follows['rev'], premium: '9999.99' });
    expect(own).toMatchObject({ status: 200, result: { premium: '9999.99' } });
    const stored = await patch({ rev: own.result['rev'], insuredValue: '740000' });
    expect(stored.result['premium']).toBe('9999.99');
    const back = await patch({ rev: stored.result['rev'], premium: null });
    expect(Number(back.result['premium'])).toBeCloseTo((740_000 * 0.01 * term['days']) / 365, 1);
  });
});

describe('a warning', () => {
  const COMPANY = { companyNameEn: 'Warned', companyNameCh: '警告', country: 'CN', addressEn: 'Road', addressCh: '路' };
  /** a credit code with a wrong check character */
  const DOUBTFUL = '91310000MA1FL00003';

  test('is reported and prevents the save, unless it is accepted', async () => {
    const body = { ...COMPANY, companyCde: 'WARN', unifiedSocialCreditNo: DOUBTFUL };
    const answer = await refusedWithoutTrace('POST', '/api/company', body, {
      status: 400,
      errors: [{ field: 'unifiedSocialCreditNo', key: 'MSG_generic_0146', level: 'warning' }],
    });
    expect(answer.errors).toHaveLength(1);
    await refusedWithoutTrace('POST', '/api/company', { ...body, acceptWarnings: false }, { status: 400 });
    expect(await server.call('POST', '/api/company', { body: { ...body, acceptWarnings: true } })).toMatchObject({
      status: 201,
      result: { unifiedSocialCreditNo: DOUBTFUL },
    });
  });

  test('cannot be used to accept an error', async () => {
    const answer = await refusedWithoutTrace(
      'POST',
      '/api/company',
      {
        ...COMPANY,
        companyNameEn: 'x'.repeat(101),
        companyCde: 'WARN2',
        unifiedSocialCreditNo: DOUBTFUL,
        acceptWarnings: true,
      },
      { status: 400 },
    );
    expect(answer.errors).toMatchObject([{ field: 'companyNameEn', key: 'MSG_generic_0101' }]);
    expect(answer.errors[0]).not.toHaveProperty('level');
  });

  test('that was accepted does not appear again for another field', async () => {
    const row = (
      await server.call('POST', '/api/company/search', {
        body: { searchCondition: [{ name: 'companyCde', type: 'equal', value: 'WARN' }] },
      })
    ).result.records[0];
    expect(
      await server.call('PATCH', `/api/company/${row.id}`, { body: { rev: 1, location: 'Shanghai' } }),
    ).toMatchObject({ status: 200, result: { rev: 2 } });
    await refusedWithoutTrace(
      'PATCH',
      `/api/company/${row.id}`,
      { rev: 2, unifiedSocialCreditNo: '91310000MA1FL00004' },
      { status: 400, errors: [{ level: 'warning' }] },
    );
  });
});

test('an entity that only the kernel writes accepts no create, change, deletion or import', async () => {
  await server.pool.query(
    `insert into tide (station, "measuredAt", height, creater, updater) values ('X', now(), 1.5, 'gauge', 'gauge')`,
  );
  const [row] = (await server.call('GET', '/api/tide')).result.records;
  expect(row).toMatchObject({ station: 'X', height: '1.5', creater: 'gauge' });
  const read = await server.read('tide', row.id);
  expect(read['_actions'].every(({ enabled }: Json) => !enabled)).toBe(true);
  await refusedWithoutTrace(
    'POST',
    '/api/tide',
    { station: 'Y', measuredAt: '2024-01-01T00:00:00Z', height: '1' },
    { status: 403 },
  );
  await refusedWithoutTrace('PATCH', `/api/tide/${row.id}`, { rev: 1, height: '2' }, { status: 403 });
  await refusedWithoutTrace('DELETE', `/api/tide/${row.id}`, { rev: 1 }, { status: 403 });
  await refusedWithoutTrace(
    'POST',
    '/api/tide/preview',
    { station: 'Y', measuredAt: '2024-01-01T00:00:00Z', height: '1' },
    { status: 403 },
  );
});
