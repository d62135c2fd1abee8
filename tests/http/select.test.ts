import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SELECT_LISTS } from '../../server/domain/reference/selectLists.ts';
import { compiledModel } from '../compiledModel.ts';
import { SCHEMAS } from '../../server/start.ts';
import { companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let viewer: string;
beforeAll(async () => {
  server = await startTestServer();
  viewer = await server.logInAs('looker', 'Viewer');
  await server.create(
    'company',
    companyBody({
      companyCde: 'INS1',
      companyNameEn: 'Anchor Insurance',
      companyNameCh: '锚保险',
      companyType: 'INSURER',
    }),
  );
  await server.create(
    'company',
    companyBody({ companyCde: 'OWN1', companyNameEn: 'Anchor Lines', companyNameCh: '锚航运', companyType: 'OWNER' }),
  );
  const deleted = await server.create(
    'company',
    companyBody({ companyCde: 'GONE', companyNameEn: 'Sunk Lines', companyNameCh: '沉没航运', companyType: 'OWNER' }),
  );
  await server.call('DELETE', `/api/company/${deleted['id']}`, { body: { rev: deleted['rev'] } });
  await server.create('hs-code', { hsCode: '0101', name: 'Horses; live', nameCh: '马；活的' });
  await server.create('position', { positionCde: 'CAPT', positionName: 'Captain 船长' });
  await server.create('position', { positionCde: 'MATE', positionName: 'Mate 大副', supPositionCde: 'CAPT' });
});
afterAll(() => server.close());

const select = (
  name: string,
  body?: Json,
  options: { language?: string; token?: string | null } = {},
): Promise<Answer> =>
  server.call('POST', `/api/common/select/${name}`, { ...(body === undefined ? {} : { body }), ...options });
const chosen = async (name: string, body?: Json, language?: string): Promise<Json[]> => {
  const answer = await select(name, body, language === undefined ? {} : { language });
  expect(answer, answer.text).toMatchObject({ status: 200, code: 0 });
  return answer.result as Json[];
};

const ANCHOR = { value: 'INS1', label: 'Anchor Insurance' };
const ANCHOR_LINES = { value: 'OWN1', label: 'Anchor Lines' };

test.each<[string, Json | undefined, Json[], Json[]]>([
  [
    'user',
    { claimFlag: 'N', keyword: 'look' },
    [{ value: 'looker', label: 'looker', companyCde: null, claimFlag: 'N' }],
    [{ value: 'looker', label: 'looker', companyCde: null, claimFlag: 'N' }],
  ],
  [
    'companyType',
    { keyword: 'picl' },
    [{ value: 'PICLUB', label: 'P&I club' }],
    [{ value: 'PICLUB', label: '保赔协会' }],
  ],
  [
    'companyRelateType',
    undefined,
    [
      { value: 'BILLING', label: 'Billing company' },
      { value: 'CAPTIVE', label: 'Captive insurer' },
      { value: 'INSURER', label: 'Insurer' },
      { value: 'PICLUB', label: 'P&I club' },
    ],
    [
      { value: 'BILLING', label: '开票公司' },
      { value: 'CAPTIVE', label: '自保公司' },
      { value: 'INSURER', label: '保险公司' },
      { value: 'PICLUB', label: '保赔协会' },
    ],
  ],
  [
    'position',
    { supPositionCde: 'CAPT' },
    [{ value: 'MATE', label: 'Mate 大副' }],
    [{ value: 'MATE', label: 'Mate 大副' }],
  ],
  ['company', { companyType: 'INSURER' }, [ANCHOR], [{ value: 'INS1', label: '锚保险' }]],
  [
    'company',
    {},
    [ANCHOR, ANCHOR_LINES],
    [
      { value: 'INS1', label: '锚保险' },
      { value: 'OWN1', label: '锚航运' },
    ],
  ],
  ['company', { keyword: '航' }, [ANCHOR_LINES], [{ value: 'OWN1', label: '锚航运' }]],
  [
    'config',
    { listCde: 'SHIP_AREA', keyword: 'off' },
    [{ value: 'OFFSHORE', label: 'Offshore', listCde: 'SHIP_AREA' }],
    [{ value: 'OFFSHORE', label: '近海航区', listCde: 'SHIP_AREA' }],
  ],
  [
    'configCn',
    { listCde: 'SHIP_AREA', keyword: 'off' },
    [{ value: 'OFFSHORE', label: '近海航区', listCde: 'SHIP_AREA' }],
    [{ value: 'OFFSHORE', label: '近海航区', listCde: 'SHIP_AREA' }],
  ],
  [
    'curr',
    { keyword: 'JPY' },
    [{ value: 'JPY', label: 'Yen', minorUnits: 0 }],
    [{ value: 'JPY', label: '日元', minorUnits: 0 }],
  ],
  [
    'selectAllCompanyCdeAndName',
    undefined,
    [ANCHOR, ANCHOR_LINES],
    [
      { value: 'INS1', label: '锚保险' },
      { value: 'OWN1', label: '锚航运' },
    ],
  ],
  [
    'selectAllCompanyCdeAndNames',
    undefined,
    [
      { ...ANCHOR, companyNameEn: 'Anchor Insurance', companyNameCh: '锚保险' },
      { ...ANCHOR_LINES, companyNameEn: 'Anchor Lines', companyNameCh: '锚航运' },
    ],
    [
      { value: 'INS1', label: '锚保险', companyNameEn: 'Anchor Insurance', companyNameCh: '锚保险' },
      { value: 'OWN1', label: '锚航运', companyNameEn: 'Anchor Lines', companyNameCh: '锚航运' },
    ],
  ],
  [
    'selectAllCompanyCdeAndNameWithStatus',
    { companyType: 'OWNER' },
    [
      { value: 'GONE', label: 'Sunk Lines', delFlag: 'Y' },
      { ...ANCHOR_LINES, delFlag: 'N' },
    ],
    [
      { value: 'GONE', label: '沉没航运', delFlag: 'Y' },
      { value: 'OWN1', label: '锚航运', delFlag: 'N' },
    ],
  ],
  [
    'getmHsCode',
    { keyword: '0101' },
    [{ value: '0101', label: 'Horses; live' }],
    [{ value: '0101', label: '马；活的' }],
  ],
  [
    'getcompanyName',
    undefined,
    [ANCHOR, ANCHOR_LINES],
    [
      { value: 'INS1', label: '锚保险' },
      { value: 'OWN1', label: '锚航运' },
    ],
  ],
  [
    'getOriginAndUnitSelect',
    { keyword: 'Iceland' },
    [{ value: 'IS', label: 'Iceland', group: 'origin' }],
    [{ value: 'IS', label: '冰岛', group: 'origin' }],
  ],
])('%s %j answers its choices in the reader’s language', async (name, body, en, zh) => {
  expect(await chosen(name, body, 'en-US')).toEqual(en);
  expect(await chosen(name, body, 'zh-CN')).toEqual(zh);
});

test('user accepts the options of a search: language, conditions and a page', async () => {
  const users = await chosen('user');
  expect(users.length).toBeGreaterThan(1);
  const like = { searchCondition: [{ name: 'userCde', type: 'like', value: 'OOK' }] };
  expect(
    (await chosen('user', { ...like, language: 'zh-CN', current: 1, pageSize: 100 })).map(({ value }) => value),
  ).toEqual(['looker']);
  expect(await chosen('user', { current: 2, pageSize: 1 })).toEqual(users.slice(1, 2));
  expect(await chosen('company', { language: 'zh-CN', companyType: 'INSURER' }, 'en-US')).toEqual([
    { value: 'INS1', label: '锚保险' },
  ]);
});

test('role returns ids, by which roles are referred to', async () => {
  for (const keyword of ['理赔专', 'claims off'])
    expect((await chosen('role', { keyword })).map(({ label }) => label)).toEqual(['Claims officer']);
  const roles = await chosen('role');
  expect(roles.map(({ label }) => label)).toContain('Claims officer');
  for (const { value, label } of roles) expect((await server.read('role', value))['roleName']).toBe(label);
});

test('getManySelect answers several lists in one call, as JSON and as a form', async () => {
  const rows = await chosen('getManySelect', { listCde: ['SHIP_AREA', 'RESOURCE_TYPE'] });
  expect(new Set(rows.map(({ listCde }) => listCde))).toEqual(new Set(['SHIP_AREA', 'RESOURCE_TYPE']));
  const form = await server.call('POST', '/api/common/select/getManySelect', {
    body: new URLSearchParams([
      ['listCde[]', 'SHIP_AREA'],
      ['listCde[]', 'RESOURCE_TYPE'],
    ]),
  });
  expect(form.result).toEqual(rows);
});

test('entries keep the order of their list, and inactive ones are not offered', async () => {
  const [first] = (
    await server.call('POST', '/api/dictionary/search', {
      body: {
        searchCondition: [
          { name: 'listCde', type: 'equal', value: 'SHIP_AREA' },
          { name: 'code', type: 'equal', value: 'OFFSHORE' },
        ],
      },
    })
  ).result.records as Json[];
  expect((await chosen('config', { listCde: 'SHIP_AREA' })).map(({ value }) => value)).toEqual([
    'UNLIMITED',
    'OFFSHORE',
    'COASTAL',
    'SHELTERED',
    'INLAND',
  ]);
  expect(
    (await server.call('PATCH', `/api/dictionary/${first!['id']}`, { body: { rev: first!['rev'], activeFlag: 'N' } }))
      .status,
  ).toBe(200);
  expect((await chosen('config', { listCde: 'SHIP_AREA' })).map(({ value }) => value)).toEqual([
    'UNLIMITED',
    'COASTAL',
    'SHELTERED',
    'INLAND',
  ]);
  expect(await chosen('config', { listCde: 'NO_SUCH_LIST' })).toEqual([]);
});

describe('refused:', () => {
  test.each<[string, string, Json | undefined, number, string, string | undefined]>([
    ['a list that there is not', 'nope', {}, 404, 'MSG_generic_0004', undefined],
    ['a name that objects have by birth', 'constructor', {}, 404, 'MSG_generic_0004', undefined],
    ['a dictionary list that is not named', 'config', {}, 400, 'MSG_generic_0100', 'listCde'],
    ['none of several', 'getManySelect', { listCde: [] }, 400, 'MSG_generic_0100', 'listCde'],
    ['an unknown parameter', 'company', { colour: 'red' }, 400, 'MSG_generic_0013', 'colour'],
    ['a parameter of another list', 'companyType', { listCde: 'SHIP_AREA' }, 400, 'MSG_generic_0013', 'listCde'],
    ['a list as keyword', 'company', { keyword: ['a'] }, 400, 'MSG_generic_0015', 'companyCde'],
    ['a page that is too large', 'user', { pageSize: 1001 }, 400, 'MSG_generic_0019', 'pageSize'],
    [
      'a condition on a field that cannot be searched',
      'user',
      { searchCondition: [{ name: 'password', type: 'equal', value: 'x' }] },
      400,
      'MSG_generic_0013',
      'password',
    ],
    ['conditions that are no list', 'user', { searchCondition: 5 }, 400, 'MSG_generic_0011', 'searchCondition'],
    [
      'conditions on a list of two entities',
      'getOriginAndUnitSelect',
      { searchCondition: [] },
      400,
      'MSG_generic_0013',
      'searchCondition',
    ],
    ['an object as value', 'company', { companyType: { a: 1 } }, 400, 'MSG_generic_0015', 'companyType'],
  ])('%s', async (_, name, body, status, key, field) => {
    const answer = await select(name, body);
    expect(answer).toMatchObject({ status, code: 1, key, result: null });
    expect(answer.errors.map((error) => error.field)).toEqual(field === undefined ? [] : [field]);
  });

  test('a user who may not read the entity', async () => {
    expect(await select('role', {}, { token: viewer })).toMatchObject({
      status: 403,
      key: 'MSG_generic_0403',
      result: null,
    });
    for (const name of ['user', 'company', 'curr', 'companyType', 'position'])
      expect((await select(name, {}, { token: viewer })).status, name).toBe(200);
  });

  test('a caller without a session', async () => {
    for (const name of Object.keys(SELECT_LISTS))
      expect((await select(name, {}, { token: null })).status, name).toBe(401);
  });
});

test('every list uses fields of its entity that can be filtered', () => {
  const { entities } = compiledModel([SCHEMAS]);
  const sources = Object.values(SELECT_LISTS)
    .flat()
    .filter(({ entity }) => entity in entities);
  expect(sources.length).toBeGreaterThan(10);
  for (const { entity, value, label, more = [], params = {}, where = [], required = [], sort } of sources) {
    const { fields, list, key } = entities[entity]!;
    const all = new Set(['id', 'delFlag', ...fields.map(({ name }) => name)]);
    const filters = new Set([
      'id',
      'delFlag',
      ...key,
      ...list.filters.flatMap((name) => [name, fields.find((field) => field.name === name)?.zh]),
    ]);
    const columns = new Set(['id', ...list.columns, ...key]);
    expect(
      [value, label.en, label.zh, ...more].filter((name) => !all.has(name)),
      entity,
    ).toEqual([]);
    expect(
      [...Object.keys(params), ...where.map(({ name }) => name), label.en, label.zh].filter(
        (name) => !filters.has(name),
      ),
      entity,
    ).toEqual([]);
    expect(
      sort.split(',').filter((name) => !columns.has(name)),
      entity,
    ).toEqual([]);
    expect(
      required.filter((name) => !(name in params)),
      entity,
    ).toEqual([]);
  }
});
