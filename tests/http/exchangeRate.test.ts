import fc from 'fast-check';
import { daysAfter } from '../../generator/language/dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Decimal } from '../../generator/language/decimal.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.pool.query('delete from exchange_rate');
});

const request = (body: Json, options: Json = {}): Promise<Answer> =>
  server.call('POST', '/api/common/select/exchangeRate', { body, ...options });
const listed = (fromCur: string, toCur: string, exRateDate: string, exRate: string): Promise<Json> =>
  server.create('exchange-rate', { fromCur, toCur, exRateDate, exRate });

describe('the rate that applies on a day', () => {
  test.each([
    ['of the day itself', 'USD', 'CNY', '2024-03-20', '7.25', '2024-03-20'],
    ['of the latest day before', 'USD', 'CNY', '2024-03-24', '7.25', '2024-03-20'],
    ['ten days old', 'USD', 'CNY', '2024-03-30', '7.25', '2024-03-20'],
    ['not the later one', 'USD', 'CNY', '2024-03-19', '7.2', '2024-03-15'],
    ['of the opposite pair', 'CNY', 'USD', '2024-03-20', '0.13793103', '2024-03-20'],
    ['of the pair itself, though the opposite one is newer', 'EUR', 'USD', '2024-03-20', '1.08', '2024-03-15'],
    ['of codes as they are typed', ' usd', 'cny ', '2024-03-20', '7.25', '2024-03-20'],
    ['of a currency to itself', 'JPY', 'JPY', '2024-03-20', '1', '2024-03-20'],
  ])('is the one %s', async (_, fromCur, toCur, date, value, exRateDate) => {
    await listed('USD', 'CNY', '2024-03-15', '7.2');
    await listed('USD', 'CNY', '2024-03-20', '7.25');
    await listed('EUR', 'USD', '2024-03-15', '1.08');
    await listed('USD', 'EUR', '2024-03-20', '0.9');
    expect(await request({ fromCur, toCur, date })).toMatchObject({
      status: 200,
      code: 0,
      result: [{ value, label: `${value} (${exRateDate})`, exRateDate }],
    });
  });

  test('is missing after ten days, before the first rate, for a deleted row, and for other currencies', async () => {
    await listed('USD', 'CNY', '2024-03-20', '7.25');
    const deleted = await listed('USD', 'CNY', '2024-04-01', '7.3');
    await server.call('DELETE', `/api/exchange-rate/${deleted['id']}`, { body: { rev: 1 } });
    for (const change of [
      { date: '2024-03-31' },
      { date: '2024-03-19' },
      { date: '2024-04-02' },
      { date: '0001-01-01' },
      { date: '2024-03-20', toCur: 'JPY' },
    ]) {
      expect(await request({ fromCur: 'USD', toCur: 'CNY', ...change }), JSON.stringify(change)).toMatchObject({
        status: 404,
        result: null,
        errors: [{ field: 'date', key: 'MSG_master_0223' }],
      });
    }
    expect((await request({ fromCur: 'USD', toCur: 'CNY', date: '2024-03-31' })).message).toBe(
      'No rate from USD to CNY serves on 2024-03-31: there is none of that day or of the 10 days before',
    );
    expect((await request({ fromCur: 'USD', toCur: 'CNY', date: '2024-03-31' }, { language: 'zh-CN' })).message).toBe(
      '2024-03-31 无可用的 USD 兑 CNY 汇率：当日及此前 10 天内均无汇率',
    );
  });

  test.each<[string, Json, string[]]>([
    ['without anything', {}, ['date MSG_generic_0100', 'fromCur MSG_generic_0100', 'toCur MSG_generic_0100']],
    ['for no date', { fromCur: 'USD', toCur: 'CNY', date: '2024-02-30' }, ['date MSG_generic_0114']],
    ['of no currency', { fromCur: 'USD', toCur: 'QQQ', date: '2024-02-01' }, ['toCur MSG_master_0208']],
    [
      'of no currency to itself',
      { fromCur: 'QQQ', toCur: 'QQQ', date: '2024-02-01' },
      ['fromCur MSG_master_0208', 'toCur MSG_master_0208'],
    ],
    ['with a word too many', { fromCur: 'USD', toCur: 'CNY', date: '2024-02-01', day: '1' }, ['day MSG_generic_0013']],
  ])('is refused %s', async (_, body, complaints) => {
    const answer = await request(body);
    expect([answer.status, ...answer.errors.map(({ field, key }) => `${field} ${key}`).sort()]).toEqual([
      400,
      ...complaints,
    ]);
  });

  test('is available to users who may read rates', async () => {
    expect((await request({ fromCur: 'USD', toCur: 'CNY', date: '2024-02-01' }, { token: null })).status).toBe(401);
    expect(
      (await request({ fromCur: 'USD', toCur: 'CNY', date: '2024-02-01' }, { token: await server.logInAs('norole') }))
        .status,
    ).toBe(403);
  });

  test('is the latest of any set of rates that is not later and at most ten days old; both directions agree', async () => {
    const first = '2024-01-01';
    const rate = fc
      .integer({ min: 1, max: 99_999_999 })
      .map((millionths) => new Decimal(millionths).div(10_000).toString());
    const rates = fc.uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 60 }), rate }), {
      selector: ({ day }) => day,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rates, fc.integer({ min: 0, max: 75 }), async (there, day) => {
        await server.pool.query('delete from exchange_rate');
        for (const one of there) await listed('GBP', 'HKD', daysAfter(first, one.day), one.rate);
        const expected = there.filter((one) => one.day <= day && one.day >= day - 10).sort((a, b) => b.day - a.day)[0];
        const [direct, opposite] = await Promise.all(
          [
            ['GBP', 'HKD'],
            ['HKD', 'GBP'],
          ].map(([fromCur, toCur]) => request({ fromCur, toCur, date: daysAfter(first, day) })),
        );
        if (!expected) {
          expect([direct!.status, opposite!.status]).toEqual([404, 404]);
          return;
        }
        expect(direct!.result).toMatchObject([{ value: expected.rate, exRateDate: daysAfter(first, expected.day) }]);
        // rounded half-up to the eight places of a rate
        const error = new Decimal(1).div(expected.rate).minus(opposite!.result[0].value).abs();
        expect(error.lte('0.000000005')).toBe(true);
        expect(opposite!.result[0].exRateDate).toBe(daysAfter(first, expected.day));
      }),
      { numRuns: 25 },
    );
  });
});
