import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
/** berthCde → id */
const ids = new Map<string, string>();

const BERTHS: Json[] = [
  {
    berthCde: 'A1',
    berthName: 'Alpha',
    berthLength: '100',
    handles: ['CONTAINER'],
    tariffFactor: '1.5',
    discountPct: '10',
    openMonth: '202001',
  },
  {
    berthCde: 'A2',
    berthName: 'alpha two',
    berthLength: '200.5',
    handles: ['CONTAINER', 'BULK'],
    tariffFactor: '2',
    openMonth: '202012',
  },
  { berthCde: 'B1', berthName: '100% full_load', berthLength: '9.99', handles: ['RORO'], discountPct: '0.5' },
  { berthCde: 'B2', berthName: 'back\\slash', openMonth: '202101' },
  { berthCde: 'C1', berthName: '上海港', berthLength: '300', handles: ['BULK'] },
  { berthCde: 'C2', berthName: 'O\'Neill "quoted"', tariffFactor: '0.00000001' },
];

beforeAll(async () => {
  server = await startTestServer();
  for (const berth of BERTHS) ids.set(berth['berthCde'], (await server.create('berth', berth))['id']);
  const deleted = await server.create('berth', { berthCde: 'Z9', berthName: 'Gone' });
  await server.call('DELETE', `/api/berth/${deleted['id']}`, { body: { rev: 1 } });
});
afterAll(() => server.close());

const codes = (result: any): string[] =>
  result.records.map((row: Json) => row['berthCde'] ?? row['countryCode'] ?? row['pilotageNo']);
const search = (searchCondition: unknown, more: Json = {}, entity = 'berth') =>
  server.call('POST', `/api/${entity}/search`, { body: { searchCondition, ...more } });
const get = (query: string, entity = 'berth') => server.call('GET', `/api/${entity}?${query}`);
const condition = (name: string, type: string, value?: unknown): Json => ({
  name,
  type,
  ...(value === undefined ? {} : { value }),
});

describe('conditions', () => {
  const all = BERTHS.map(({ berthCde }) => berthCde);
  const table: [string, unknown[], string[]][] = [
    ['none', [], all],
    ['equal', [condition('berthCde', 'equal', 'A1')], ['A1']],
    ['equal, as the field writes it', [condition('berthCde', 'equal', ' a1 ')], ['A1']],
    ['equal to a text longer than the field', [condition('berthCde', 'equal', 'A'.repeat(500))], []],
    ['equal in Chinese', [condition('berthName', 'equal', '上海港')], ['C1']],
    ['equal to a month', [condition('openMonth', 'equal', '202012')], ['A2']],
    ['ne, absent values included', [condition('openMonth', 'ne', '202012')], ['A1', 'B1', 'B2', 'C1', 'C2']],
    ['like, in any case', [condition('berthName', 'like', 'ALPHA')], ['A1', 'A2']],
    ['like, Chinese', [condition('berthName', 'like', '海')], ['C1']],
    ['like %', [condition('berthName', 'like', '%')], ['B1']],
    ['like _', [condition('berthName', 'like', '_')], ['B1']],
    ['like \\', [condition('berthName', 'like', '\\')], ['B2']],
    ['like a quote', [condition('berthName', 'like', "'")], ['C2']],
    ['like with the end of a statement', [condition('berthName', 'like', "'; drop table berth; --")], []],
    ['array', [condition('berthCde', 'array', ['A1', 'C1', 'NO'])], ['A1', 'C1']],
    ['array as text', [condition('berthCde', 'array', 'A1,C1')], ['A1', 'C1']],
    ['gt', [condition('openMonth', 'gt', '202001')], ['A2', 'B2']],
    ['gte', [condition('openMonth', 'gte', '202001')], ['A1', 'A2', 'B2']],
    ['lt', [condition('openMonth', 'lt', '202012')], ['A1']],
    ['lte', [condition('openMonth', 'lte', '202012')], ['A1', 'A2']],
    ['isNull', [condition('openMonth', 'isNull')], ['B1', 'C1', 'C2']],
    ['notNull', [condition('openMonth', 'notNull')], ['A1', 'A2', 'B2']],
    ['a list that holds', [condition('handles', 'equal', 'BULK')], ['A2', 'C1']],
    ['a list that holds one of', [condition('handles', 'array', ['BULK', 'RORO'])], ['A2', 'B1', 'C1']],
    [
      'two, joined by and',
      [condition('handles', 'equal', 'CONTAINER'), condition('openMonth', 'gt', '202001')],
      ['A2'],
    ],
    ['or', [{ or: [[condition('berthCde', 'equal', 'A1')], [condition('berthCde', 'equal', 'B1')]] }], ['A1', 'B1']],
    [
      'or of ands',
      [
        {
          or: [
            [condition('handles', 'equal', 'CONTAINER'), condition('openMonth', 'lt', '202012')],
            [condition('handles', 'equal', 'RORO')],
          ],
        },
      ],
      ['A1', 'B1'],
    ],
    [
      'or beside and',
      [
        condition('berthCde', 'like', 'B'),
        { or: [[condition('openMonth', 'isNull')], [condition('berthCde', 'equal', 'A1')]] },
      ],
      ['B1'],
    ],
    [
      'or in or',
      [
        {
          or: [
            [{ or: [[condition('berthCde', 'equal', 'A1')], [condition('berthCde', 'equal', 'A2')]] }],
            [condition('berthCde', 'equal', 'C2')],
          ],
        },
      ],
      ['A1', 'A2', 'C2'],
    ],
    ['deleted rows', [condition('delFlag', 'equal', 'Y')], ['Z9']],
    [
      'deleted rows and others',
      [condition('delFlag', 'array', ['Y', 'N']), condition('berthCde', 'array', ['A1', 'Z9'])],
      ['A1', 'Z9'],
    ],
    ['who created', [condition('creater', 'equal', 'admin'), condition('berthCde', 'equal', 'A1')], ['A1']],
    ['who did not', [condition('updater', 'equal', 'somebody.else')], []],
    [
      'since long ago',
      [condition('createAt', 'gte', '2020-01-01T00:00:00Z'), condition('berthCde', 'equal', 'A1')],
      ['A1'],
    ],
    ['until long ago', [condition('createAt', 'lt', '2020-01-01T00:00:00Z')], []],
    [
      'a range of days',
      [condition('updateAt', 'dateRange', '2020-01-01|2999-12-31'), condition('berthCde', 'equal', 'A1')],
      ['A1'],
    ],
    ['a range without start', [condition('updateAt', 'dateRange', '|2020-01-01')], []],
  ];
  test.each(table)('%s', async (_, conditions, expected) => {
    for (const answer of [
      await search(conditions, { sort: 'berthCde' }),
      await get(`sort=berthCde&where=${encodeURIComponent(JSON.stringify(conditions))}`),
    ]) {
      expect(answer).toMatchObject({
        status: 200,
        code: 0,
        result: { total: expected.length, current: 1, pageSize: 20 },
      });
      expect(codes(answer.result)).toEqual(expected);
      expect(answer.result).not.toHaveProperty('totalIsEstimate');
    }
  });

  test('by id', async () => {
    const id = ids.get('C1');
    expect(codes((await search([condition('id', 'equal', id)])).result)).toEqual(['C1']);
    expect(codes((await search([condition('id', 'array', [id, ids.get('A1')])], { sort: 'id' })).result)).toEqual([
      'A1',
      'C1',
    ]);
    expect(codes((await search([condition('id', 'gt', id)])).result)).toEqual(['C2']);
  });

  test('an instant is found by the value that a row shows', async () => {
    const { createAt } = await server.read('berth', ids.get('B2')!);
    expect(codes((await search([condition('createAt', 'equal', createAt)])).result)).toContain('B2');
    expect(
      codes((await search([condition('createAt', 'lte', createAt), condition('createAt', 'gte', createAt)])).result),
    ).toContain('B2');
    expect(codes((await search([condition('createAt', 'gt', createAt)])).result)).not.toContain('B2');
    expect(codes((await search([condition('createAt', 'ne', createAt)])).result)).not.toContain('B2');
  });

  test('a day is a day in the business time zone', async () => {
    await server.pool.query(`update berth set "createAt" = '2024-06-30T16:30:00Z' where "berthCde" = 'A1'`);
    for (const [range, found] of [
      ['2024-07-01|2024-07-01', true],
      ['2024-06-30|2024-06-30', false],
      ['2024-06-01|', true],
      ['2024-07-01 00:00:00|2024-07-01 23:59:59', true],
    ] as const) {
      expect(codes((await search([condition('createAt', 'dateRange', range)])).result).includes('A1'), range).toBe(
        found,
      );
    }
  });
});

describe('refused', () => {
  const bad = (name: string, type?: unknown, value?: unknown): Json => ({ name, type, value });
  const table: [string, unknown, string][] = [
    ['an unknown field', [bad('nope', 'equal', 'x')], 'nope'],
    ['a field of Object’s', [bad('constructor', 'equal', 'x')], 'constructor'],
    ['__proto__', [bad('__proto__', 'equal', 'x')], '__proto__'],
    ['a field that the list does not filter by', [bad('berthLength', 'equal', '100')], 'berthLength'],
    ['a sensitive field', [bad('operatorIban', 'equal', 'x')], 'operatorIban'],
    ['an unknown type', [bad('berthCde', 'regex', 'x')], 'berthCde'],
    ['no type', [bad('berthCde', undefined, 'x')], 'berthCde'],
    ['a type of Object’s', [bad('berthCde', 'toString', 'x')], 'berthCde'],
    ['a range of text', [bad('berthCde', 'dateRange', '2024-01-01|2024-12-31')], 'berthCde'],
    ['like of a list', [bad('handles', 'like', 'BULK')], 'handles'],
    ['gt of a list', [bad('handles', 'gt', 'BULK')], 'handles'],
    ['like of an instant', [bad('createAt', 'like', '2024')], 'createAt'],
    ['no value', [bad('berthCde', 'equal')], 'berthCde'],
    ['a blank value', [bad('berthCde', 'equal', ' ')], 'berthCde'],
    ['an object as value', [bad('berthCde', 'equal', { $ne: '' })], 'berthCde'],
    ['a number as value of like', [bad('berthName', 'like', 5)], 'berthName'],
    ['NUL in a value', [bad('berthName', 'like', 'a\u0000b')], 'berthName'],
    ['NUL in an equal', [bad('berthName', 'equal', 'a\u0000b')], 'berthName'],
    ['half a surrogate pair', [bad('berthName', 'like', '\ud800')], 'berthName'],
    ['a text of a million', [bad('berthName', 'like', 'x'.repeat(1_000_000))], 'berthName'],
    ['no instant', [bad('createAt', 'gt', 'yesterday')], 'createAt'],
    ['an instant that is not there', [bad('createAt', 'gt', '2024-02-30T00:00:00Z')], 'createAt'],
    ['a range of one day', [bad('createAt', 'dateRange', '2024-01-01')], 'createAt'],
    ['a range of no days', [bad('createAt', 'dateRange', '|')], 'createAt'],
    ['a range of days that are not there', [bad('createAt', 'dateRange', '2024-02-30|2024-03-01')], 'createAt'],
    ['a range of three days', [bad('createAt', 'dateRange', '2024-01-01|2024-01-02|2024-01-03')], 'createAt'],
    ['a wrong id', [bad('id', 'equal', 'abc')], 'id'],
    ['an id beyond all', [bad('id', 'equal', '99999999999999999999')], 'id'],
    ['an empty array', [bad('berthCde', 'array', [])], 'berthCde'],
    [
      'an array of 1001',
      [
        bad(
          'berthCde',
          'array',
          Array.from({ length: 1001 }, (_, i) => `X${i}`),
        ),
      ],
      'berthCde',
    ],
    ['an array of objects', [bad('berthCde', 'array', [{}])], 'berthCde'],
    ['an empty or', [{ or: [] }], 'or'],
    ['an or with an empty part', [{ or: [[]] }], 'or'],
    ['an or that is no list', [{ or: 'x' }], 'or'],
    ['an or beside a name', [{ or: [[bad('berthCde', 'equal', 'A1')]], name: 'berthCde' }], 'or'],
    ['an unknown field in an or', [{ or: [[bad('nope', 'equal', 'x')]] }], 'nope'],
    ['an unknown word in a condition', [{ name: 'berthCde', type: 'equal', value: 'A1', not: true }], 'berthCde'],
    ['a condition that is text', ['berthCde'], 'where'],
    ['a condition that is null', [null], 'where'],
    ['101 conditions', Array.from({ length: 101 }, () => bad('berthCde', 'equal', 'A1')), 'where'],
    ['conditions that are no list', { name: 'berthCde', type: 'equal', value: 'A1' }, 'searchCondition'],
    ['conditions that are a number', 5, 'searchCondition'],
  ];
  test.each(table)('%s', async (_, conditions, field) => {
    const answer = await search(conditions);
    expect(answer).toMatchObject({
      status: 400,
      code: 1,
      result: null,
      errors: [{ field, key: expect.stringMatching(/^MSG_generic_\d{4}$/) }],
    });
    expect(answer.text).not.toMatch(/select|syntax|pg_|column/i);
  });

  test.each<[string, string]>([
    ['where=[', 'where'],
    ['where=x', 'where'],
    ['where={}', 'where'],
    ['where=[{"name":"berthCde","name":"id"}]', 'where'],
    ['current=0', 'current'],
    ['current=-1', 'current'],
    ['current=1.5', 'current'],
    ['current=abc', 'current'],
    ['current=1e3', 'current'],
    ['current=99999999999', 'current'],
    ['current[]=1&current[]=2', 'current'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=1001', 'pageSize'],
    ['pageSize=-5', 'pageSize'],
    ['pageSize=%00', 'pageSize'],
    ['sort=nope', 'sort'],
    ['sort=berthLength;drop', 'sort'],
    ['sort=-', 'sort'],
    ['sort=operatorIban', 'sort'],
    ['sort=neighbours', 'sort'],
    ['sort=--berthCde', 'sort'],
    ['sort[a]=berthCde', 'sort'],
    ['foo=bar', 'foo'],
    ['searchCondition=[]', 'searchCondition'],
    ['Where=[]', 'Where'],
  ])('GET ?%s', async (query, field) => {
    expect(await get(query)).toMatchObject({ status: 400, code: 1, errors: [{ field }] });
  });

  test('an unknown property in the body of a search', async () => {
    expect(await search([], { where: [] })).toMatchObject({ status: 400, errors: [{ field: 'where' }] });
    expect(await search([], { pagesize: 5 })).toMatchObject({ status: 400, errors: [{ field: 'pagesize' }] });
  });
});

describe('pages', () => {
  test('each row is on one page, in the requested order', async () => {
    const seen: string[] = [];
    for (let current = 1; current <= 4; current++) {
      const { result } = await get(`current=${current}&pageSize=2&sort=berthCde`);
      expect(result).toMatchObject({ total: 6, current, pageSize: 2 });
      seen.push(...codes(result));
    }
    expect(seen).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2']);
  });

  test('a page beyond the last is empty and knows the total', async () => {
    expect((await get('current=1000000000&pageSize=1000')).result).toEqual({
      records: [],
      total: 6,
      current: 1_000_000_000,
      pageSize: 1000,
    });
  });

  test.each<[string, string[]]>([
    ['berthCde', ['A1', 'A2', 'B1', 'B2', 'C1', 'C2']],
    ['-berthCde', ['C2', 'C1', 'B2', 'B1', 'A2', 'A1']],
    ['openMonth,berthCde', ['A1', 'A2', 'B2', 'B1', 'C1', 'C2']],
    ['berthLength', ['B1', 'A1', 'A2', 'C1', 'B2', 'C2']],
    ['-id', ['C2', 'C1', 'B2', 'B1', 'A2', 'A1']],
    ['delFlag,-berthCde', ['C2', 'C1', 'B2', 'B1', 'A2', 'A1']],
    ['', ['A1', 'A2', 'B1', 'B2', 'C1', 'C2']],
  ])('sorted by %s', async (sort, expected) => {
    expect(codes((await get(`sort=${sort}`)).result)).toEqual(expected);
    expect(codes((await search([], { sort: sort === '' ? undefined : sort.split(',') })).result)).toEqual(expected);
  });

  test('rows with equal values have a fixed order, so that pages never overlap', async () => {
    const seen = [];
    for (let current = 1; current <= 6; current++)
      seen.push(...codes((await get(`sort=delFlag&pageSize=1&current=${current}`)).result));
    expect(seen.sort()).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2']);
  });

  test('a total is correct immediately after a write', async () => {
    const total = async () => (await search([condition('berthName', 'like', 'fleeting')])).result.total;
    expect(await total()).toBe(0);
    const row = await server.create('berth', { berthCde: 'F1', berthName: 'fleeting' });
    expect(await total()).toBe(1);
    await server.call('DELETE', `/api/berth/${row['id']}`, { body: { rev: 1 } });
    expect(await total()).toBe(0);
  });

  test('_t is accepted and ignored', async () => {
    expect(codes((await get('_t=1718000000000&pageSize=1')).result)).toEqual(['A1']);
    for (const path of [
      `/api/berth/${ids.get('A1')}?_t=5`,
      `/api/berth/${ids.get('A1')}/history?_t=5`,
      '/api/meta?_t=5',
      '/api/meta/berth?_t=5',
      '/api/berth/export?format=csv&_t=5',
      '/api/berth/template?_t=5',
      '/resource/authorization/validateTokenWithKeycloak?_t=5',
    ]) {
      expect((await server.call('GET', path)).status, path).toBe(200);
    }
  });
});

describe('a form with brackets is read like the equivalent JSON', () => {
  test.each<[string, string[]]>([
    ['searchCondition[0][name]=berthCde&searchCondition[0][type]=equal&searchCondition[0][value]=A2', ['A2']],
    [
      'searchCondition[0][name]=berthCde&searchCondition[0][type]=array&searchCondition[0][value][]=A2&searchCondition[0][value][]=B2',
      ['A2', 'B2'],
    ],
    [
      'searchCondition[0][or][0][0][name]=berthCde&searchCondition[0][or][0][0][type]=equal&searchCondition[0][or][0][0][value]=A2&searchCondition[0][or][1][0][name]=berthCde&searchCondition[0][or][1][0][type]=equal&searchCondition[0][or][1][0][value]=B1',
      ['A2', 'B1'],
    ],
    ['current=2&pageSize=2&sort=berthCde', ['B1', 'B2']],
    ['language=zh-CN&_t=5&sort=-berthCde&pageSize=1', ['C2']],
  ])('%s', async (form, expected) => {
    const posted = await server.call('POST', '/api/berth/search', { body: new URLSearchParams(form) });
    expect(posted.status).toBe(200);
    expect(codes(posted.result)).toEqual(expected);
    expect(codes((await get(form.replaceAll('searchCondition', 'where'))).result)).toEqual(expected);
  });
});

describe('a list', () => {
  test('shows a row like a read, but without children, actions and sensitive fields', async () => {
    await server.create('berth', { berthCde: 'S1', berthName: 'Secret', operatorIban: 'DE89370400440532013000' });
    const [row] = (await search([condition('berthCde', 'equal', 'S1')])).result.records;
    const read = await server.read('berth', row.id);
    expect(read['operatorIban']).toBe('DE89370400440532013000');
    expect(row).not.toHaveProperty('operatorIban');
    const { operatorIban: _iban, _actions: _states, ...shown } = read;
    expect(row).toEqual(shown);
  });

  test('prints decimals, lists and instants in their API format', async () => {
    const [row] = (await search([condition('berthCde', 'equal', 'A2')])).result.records;
    expect(row).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      rev: 1,
      delFlag: 'N',
      berthLength: '200.5',
      tariffFactor: '2',
      discountPct: null,
      handles: ['CONTAINER', 'BULK'],
      neighbours: null,
      createAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      creater: 'admin',
    });
  });

  test('that requires a filter is refused without one', async () => {
    const pilot = await server.create('pilot', { pilotCde: 'P1', pilotName: 'Pilot' });
    await server.create('pilotage', { pilotId: pilot['id'], boardedAt: '2024-05-01T10:00:00Z' });
    const by = (...conditions: Json[]) => search(conditions, {}, 'pilotage');
    for (const refused of [
      by(),
      by(condition('finished', 'equal', 'N')),
      by(condition('pilotageNo', 'like', 'PT')),
      by({ or: [[condition('pilotId', 'equal', pilot['id'])], [condition('id', 'notNull')]] }),
    ]) {
      expect(await refused).toMatchObject({
        status: 400,
        key: 'MSG_generic_0017',
        errors: [{ field: 'pilotId' }],
        result: null,
      });
    }
    expect(await by(condition('pilotId', 'like', '1'))).toMatchObject({ status: 400, key: 'MSG_generic_0014' });
    expect((await by(condition('pilotId', 'equal', pilot['id']))).result.total).toBe(1);
    expect(
      (await by(condition('boardedAt', 'dateRange', '2024-05-01|2024-05-01'), condition('finished', 'equal', 'N')))
        .result.total,
    ).toBe(1);
    expect((await server.call('GET', '/api/pilotage/export?format=csv')).status).toBe(400);
  });

  test('sorts Chinese names by pinyin', async () => {
    const { result } = await get('sort=countryNameCh&pageSize=1000', 'country');
    const names = result.records.map((row: Json) => row['countryNameCh']);
    expect(names.indexOf('中国')).toBeGreaterThan(names.indexOf('阿尔巴尼亚'));
    expect(names).toEqual(names.toSorted(new Intl.Collator('zh-u-co-pinyin').compare));
  });
});

describe('a list whose rows do not wait for their total', () => {
  test.each(['', `&where=${encodeURIComponent(JSON.stringify([{ name: 'delFlag', type: 'equal', value: 'N' }]))}`])(
    'has the same rows, and leaves a total that is counted by itself%s',
    async (where) => {
      const [usual, soon] = await Promise.all(
        ['', '&total=soon'].map((word) => server.call('GET', `/api/country?pageSize=3${where}${word}`)),
      );
      expect(soon!.result.records).toEqual(usual!.result.records);
      expect(soon!.result.total).toBe(soon!.result.totalIsPending ? 3 : usual!.result.total);
      expect((await server.call('GET', `/api/country/count?${where.slice(1)}`)).result).toEqual({
        total: usual!.result.total,
      });
    },
  );

  test('is available in a search too', async () => {
    expect(
      (await server.call('POST', '/api/country/search', { body: { pageSize: 1000, total: 'soon' } })).result,
    ).toMatchObject({ total: (await server.call('GET', '/api/country')).result.total });
  });

  test.each([
    ['country?total=never'],
    ['country/count?where=[{"name":"nothing","type":"equal","value":"1"}]'],
    ['country/count?total=soon'],
    ['country/groups?by=countryCode&total=soon'],
  ])('refuses %s', async (path) => {
    expect((await server.call('GET', `/api/${path}`)).status).toBe(400);
  });

  test('cannot be counted without permission to read it', async () => {
    const token = await server.logInAs('counter');
    expect(await server.call('GET', '/api/country/count', { token })).toMatchObject({ status: 403, result: null });
  });
});
