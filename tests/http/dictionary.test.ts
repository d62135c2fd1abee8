import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let clerk: string;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  await server.create('role', {
    roleName: 'Harbour clerk',
    roleNameCh: '码头文员',
    'role-permission': [{ permissionId: 'harbour.berth-visit', actionEntitySet: ['query', 'edit'] }],
  });
  clerk = await server.logInAs('clerk', 'Harbour clerk');
});
afterAll(() => server.close());

const get = async (path: string, token?: string): Promise<Json> =>
  server.call('GET', `/api/meta/${path}`, token === undefined ? {} : { token });

test('lists the entities that the caller may read, under the name of their area', async () => {
  expect((await get('_dictionary')).result).toContainEqual({
    name: 'vessel',
    label: { en: 'Vessel', zh: '船舶' },
    area: { en: 'Master data', zh: '主数据' },
  });
  expect((await get('_dictionary', clerk)).result.map(({ name }: Json) => name).sort()).toEqual([
    'berth-visit',
    'berth-visit-share',
  ]);
});

describe('an entity', () => {
  test('contains fields, rules, messages, states and permissions, in both languages', async () => {
    const { result } = await get('_dictionary/berth-visit');
    expect(result.fields.find(({ name }: Json) => name === 'visitNo')).toMatchObject({
      kind: 'code',
      rules: expect.arrayContaining([
        { en: 'required', zh: '必填' },
        { en: 'at most 16 characters', zh: '最多 16 个字符' },
      ]),
    });
    expect(result.rules).toContainEqual(
      expect.objectContaining({
        word: 'x-order',
        id: 'visit-period',
        says: { en: 'arrived not after left', zh: 'arrived 不晚于 left' },
      }),
    );
    for (const { word, message } of result.rules)
      if (word !== 'x-gate')
        expect(message, word).toMatchObject({
          en: expect.stringMatching(/^(?!MSG_)[^{]+$/),
          zh: expect.stringMatching(/\p{Script=Han}/u),
        });
    expect(result.machines.map(({ field }: Json) => field)).toEqual(['recordStatus']);
    expect(result.roles).toContainEqual({ role: { en: 'Harbour clerk', zh: '码头文员' }, actions: ['query', 'edit'] });
  });

  test.each([
    ['registration', 'password', { en: 'at least 10 characters', zh: '至少 10 个字符' }],
    ['hull-premium', 'hmRate', { en: '< 1', zh: '< 1' }],
  ])('lists the lower limit of a length and the exclusive maximum: %s.%s', async (entity, name, rule) => {
    const { result } = await get(`_dictionary/${entity}`);
    expect(result.fields.find((field: Json) => field.name === name).rules).toContainEqual(rule);
  });

  test('is available to users who may read it; the permissions of roles only to users who may read roles', async () => {
    expect(await get('_dictionary/berth-visit', clerk)).toMatchObject({
      status: 200,
      result: { roles: null, permissions: ['query', 'edit'] },
    });
    expect(await get('_dictionary/vessel', clerk)).toMatchObject({ status: 403, result: null });
    expect(await get('_dictionary/nothing')).toMatchObject({ status: 404 });
  });
});

test('lists the implementation of a line of the specification, without entities that the caller may not read', async () => {
  const { requirements, others } = (await get('_traceability')).result;
  const linesOf = (of: Json[], topic: string): Json[] =>
    of.find((one) => one.section === '1§5' && one.topic === topic)!.lines;
  expect(linesOf(requirements, 'Company')[0]).toMatchObject({
    text: 'code required, max 16, uppercase, unique;',
    byWords: true,
    carriers: expect.arrayContaining([expect.objectContaining({ entity: 'company', part: 'x-unique company-code' })]),
  });
  const all: Json[] = requirements.flatMap(({ lines }: Json) => lines);
  expect(all.filter((line) => line['later'])).toEqual([]);
  expect(others.map(({ reference }: Json) => reference)).toContain('(assumed) max 16');
  const clerks = (await get('_traceability', clerk)).result;
  expect(clerks.requirements.flatMap(({ lines }: Json) => lines.map(({ text }: Json) => text))).toEqual(
    requirements.flatMap(({ lines }: Json) => lines.map(({ text }: Json) => text)),
  );
  expect(linesOf(clerks.requirements, 'Company')[0]).toMatchObject({ byWords: true, carriers: [], assumed: [] });
  expect(
    [...clerks.requirements.flatMap(({ lines }: Json) => lines), ...clerks.others]
      .flatMap(({ carriers }: Json) => carriers.map(({ entity }: Json) => entity))
      .filter((entity: string) => !entity.startsWith('berth-visit')),
  ).toEqual([]);
});
