import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const person = (userCde: string, more: Json = {}): Promise<Answer> =>
  server.call('POST', '/api/person', { body: { userCde, userName: 'Somebody', ...more } });
async function leave(userCde: string): Promise<void> {
  const created = await server.create('person', { userCde, userName: 'Who left', mail: `${userCde}@example.com` });
  expect((await server.call('DELETE', `/api/person/${created['id']}`, { body: { rev: created['rev'] } })).status).toBe(
    200,
  );
}

test('the code of a deleted user is never reused, and the message says why', async () => {
  await leave('jiang.bo');
  const before = await server.footprint();
  expect(await person('jiang.bo')).toMatchObject({
    status: 409,
    errors: [
      {
        field: 'userCde',
        key: 'MSG_generic_0131',
        message: 'User code: already used by a deleted record, and cannot be used again',
      },
    ],
  });
  const chinese = await server.call('POST', '/api/person', {
    language: 'zh-CN',
    body: { userCde: 'jiang.bo', userName: '江波' },
  });
  expect(chinese.errors).toMatchObject([{ message: '用户代码曾被已删除的记录使用，不可再次使用' }]);
  expect(await server.footprint()).toBe(before);
  expect(
    (await person('jiang.bo2', { mail: 'jiang.bo@example.com' })).status,
    'fields that are unique among live rows only are free again',
  ).toBe(201);
});

test('an existing user of the code is reported as before, with every other broken rule', async () => {
  await leave('gone.too');
  await server.create('person', { userCde: 'is.there', userName: 'There', mail: 'there@example.com' });
  expect(
    (await person('is.there', { mail: 'there@example.com' })).errors.map(({ field, key }) => [field, key]).toSorted(),
  ).toEqual([
    ['mail', 'MSG_account_0102'],
    ['userCde', 'MSG_account_0101'],
  ]);
  expect(
    (await person('gone.too', { mail: 'there@example.com' })).errors.map(({ field, key }) => [field, key]).toSorted(),
  ).toEqual([
    ['mail', 'MSG_account_0102'],
    ['userCde', 'MSG_generic_0131'],
  ]);
});

test('the code of an existing user cannot be changed, so that no other user gets it', async () => {
  const created = await server.create('person', { userCde: 'ma.li', userName: 'Ma Li', mail: 'ma.li@example.com' });
  const path = `/api/person/${created['id']}`;
  const before = await server.footprint();
  const refused = await server.call('PATCH', path, {
    body: { rev: 1, userCde: 'ma.lin', userName: '', mail: 'no address' },
  });
  expect(refused).toMatchObject({ status: 400, result: null });
  expect(refused.errors.map(({ field, key }) => [field, key]).toSorted(), 'with all else that is wrong').toEqual([
    ['mail', 'MSG_generic_0142'],
    ['userCde', 'MSG_generic_0132'],
    ['userName', 'MSG_generic_0100'],
  ]);
  expect(
    (await server.call('PATCH', path, { language: 'zh-CN', body: { rev: 1, userCde: 'MA.LI' } })).errors,
  ).toMatchObject([{ field: 'userCde', message: '用户代码保存后不可更改' }]);
  expect(
    (await server.call('PATCH', path, { body: { rev: 1, userCde: null } })).errors,
    'nor is it emptied',
  ).toMatchObject([{ field: 'userCde' }]);
  expect(
    (await server.call('POST', '/api/person/preview', { body: { id: created['id'], rev: 1, userCde: 'ma.lin' } }))
      .result.errors,
  ).toMatchObject([{ field: 'userCde', key: 'MSG_generic_0132' }]);
  expect(await server.footprint()).toBe(before);
  expect(
    await server.call('PATCH', path, { body: { rev: 1, userCde: ' ma.li ', userName: 'Ma Lin' } }),
    'sent back as it was',
  ).toMatchObject({ status: 200, result: { rev: 2, userCde: 'ma.li', userName: 'Ma Lin' } });
  expect((await person('ma.li')).status).toBe(409);
});

test('neither a change of code nor an import accepts a used one', async () => {
  await leave('old.hand');
  const other = await server.create('person', { userCde: 'new.hand', userName: 'New' });
  const form = new FormData();
  form.append('file', new Blob(['userCde,userName\nold.hand,Back\n']), 'people.csv');
  const before = await server.footprint();
  expect(
    await server.call('PATCH', `/api/person/${other['id']}`, { body: { rev: other['rev'], userCde: 'old.hand' } }),
  ).toMatchObject({ status: 400, errors: [{ field: 'userCde', key: 'MSG_generic_0132' }] });
  expect(await server.call('POST', '/api/person/import?dryRun=false', { body: form })).toMatchObject({
    status: 400,
    result: { created: 0, errors: [{ field: 'userCde', key: 'MSG_generic_0131' }] },
  });
  expect(await server.footprint()).toBe(before);
});

test('a number that is unique among two entities is refused in the other one, until its row is deleted', async () => {
  const mark = await server.create('fairway-mark', { markNo: 'M1', laid: 'N', aisNo: '992001' });
  const before = await server.footprint();
  expect(await server.call('POST', '/api/lighthouse', { body: { lightNo: 'T1', aisNo: '992001' } })).toMatchObject({
    status: 409,
    errors: [{ field: 'aisNo', key: 'MSG_generic_0121' }],
  });
  expect(await server.footprint()).toBe(before);
  await server.call('DELETE', `/api/fairway-mark/${mark['id']}`, { body: { rev: mark['rev'] } });
  const light = await server.create('lighthouse', { lightNo: 'T1', aisNo: '992001' });
  const other = await server.create('fairway-mark', { markNo: 'M2', laid: 'N' });
  const change = { rev: other['rev'], aisNo: light['aisNo'] };
  expect((await server.call('PATCH', `/api/fairway-mark/${other['id']}`, { body: change })).status).toBe(409);
});

test('of simultaneous creates in two entities with one number exactly one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2
        ? server.call('POST', '/api/fairway-mark', { body: { markNo: `R${at}`, laid: 'N', aisNo: '992002' } })
        : server.call('POST', '/api/lighthouse', { body: { lightNo: `R${at}`, aisNo: '992002' } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
});
