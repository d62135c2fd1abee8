import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roots: [resolve(import.meta.dirname, '../fixtures/towing')] });
});
afterAll(() => server.close());

let last = 0;
const post = (fee: string, feeCur: string | null, language = 'en-US'): Promise<Answer> =>
  server.call('POST', '/api/tow', { language, body: { towNo: `C${++last}`, fee, feeCur } });

test.each<[fee: string, currency: string | null, deposit: string]>([
  ['100.01', 'USD', '12.50'],
  ['100.04', 'USD', '12.51'],
  ['-0', 'USD', '0.00'],
  ['100', 'JPY', '13.00'],
  ['99', 'JPY', '12.00'],
  // the column has two places, though a dinar has three
  ['1.01', 'KWD', '0.13'],
  // gold has no minor units; the last case has no currency
  ['1.01', 'XAU', '0.13'],
  ['1.01', null, '0.13'],
])('an eighth of %s %s is stored as %s: rounded once, half-up, at the minor units', async (fee, currency, deposit) => {
  expect(await post(fee, currency)).toMatchObject({ status: 201, result: { deposit } });
});

test.each<[string, string, string, string]>([
  ['en-US', '100.50', 'JPY', 'amounts in JPY have at most 0 decimal places'],
  ['zh-CN', '0.01', 'KRW', 'KRW 金额最多 0 位小数'],
])('in %s, %s %s is refused and not rounded', async (language, fee, currency, message) => {
  const before = await server.footprint();
  const answer = await post(fee, currency, language);
  expect(answer).toMatchObject({
    status: 400,
    errors: [{ field: 'fee', key: 'MSG_generic_0159', message: expect.stringContaining(message) }],
  });
  expect(answer.errors).toHaveLength(1);
  expect(await server.footprint()).toBe(before);
});

test('another currency is validated with the stored amount, and rounds computed values', async () => {
  const { result: row } = await post('10.50', 'USD');
  const patch = (body: Json): Promise<Answer> =>
    server.call('PATCH', `/api/tow/${row.id}`, { body: { rev: row.rev, ...body } });
  expect(await patch({ feeCur: 'JPY' })).toMatchObject({ status: 400, errors: [{ field: 'fee' }] });
  expect(await patch({ feeCur: 'JPY', fee: '12' })).toMatchObject({
    status: 200,
    result: { fee: '12.00', deposit: '2.00' },
  });
});

test('the minor units come from the current record of the currency', async () => {
  const search = async () =>
    (
      await server.call('POST', '/api/currency/search', {
        body: { searchCondition: [{ name: 'curCde', type: 'equal', value: 'HUF' }] },
      })
    ).result.records[0];
  expect(await post('10.50', 'HUF')).toMatchObject({ status: 201 });
  const huf = await search();
  await server.call('PATCH', `/api/currency/${huf.id}`, { body: { rev: huf.rev, minorUnits: 0 } });
  expect(await post('10.50', 'HUF')).toMatchObject({ status: 400, errors: [{ field: 'fee' }] });
});

test('the schema contains the currency field and the decimal places of each currency', async () => {
  const meta = (await server.call('GET', '/api/meta/tow')).result;
  expect(meta.properties.fee['x-currency']).toBe('feeCur');
  expect(meta['x-currencyPlaces']).toMatchObject({ USD: 2, JPY: 0, KWD: 3 });
  expect(meta['x-currencyPlaces']).not.toHaveProperty('XAU');
  expect((await server.call('GET', '/api/meta/task')).result.properties.claimAmt['x-currency']).toBe('USD');
  expect((await server.call('GET', '/api/meta/country')).result).not.toHaveProperty('x-currencyPlaces');
});
