import { queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { call } from '../../api/client.ts';

/** One rate of a pair, as the list answers it. */
export interface Rate {
  exRateDate: string;
  exRate: string;
}

/** How far back from the latest rate a trend goes. */
export type Range = 'month' | 'year' | 'all';
export const RANGES: readonly Range[] = ['month', 'year', 'all'];

/** The API's largest page. */
const PAGE = 1000;
interface Page {
  records: Rate[];
}

/**
 * The rates of a pair by the list's own query, the earliest first: a pair has at most one a day, so few pages hold
 * them.
 */
export const trendQuery = (fromCur: string, toCur: string, range: Range) =>
  queryOptions({
    queryKey: ['exchange-rate', 'trend', fromCur, toCur, range],
    enabled: fromCur !== '' && toCur !== '',
    queryFn: async ({ signal }): Promise<Rate[]> => {
      const rates: Rate[] = [];
      let first: string | undefined;
      for (let current = 1; ; current++) {
        const where = [
          { name: 'fromCur', type: 'equal', value: fromCur },
          { name: 'toCur', type: 'equal', value: toCur },
        ];
        const query = {
          current,
          pageSize: range === 'month' ? 31 : PAGE,
          sort: '-exRateDate',
          where: JSON.stringify(where),
        };
        const { records } = await call<Page>('GET', '/api/exchange-rate', { query, signal });
        first ??= records[0] && firstDay(records[0].exRateDate, range);
        const wanted = records.filter(({ exRateDate }) => first === undefined || exRateDate > first);
        rates.push(...wanted);
        if (records.length < query.pageSize || wanted.length < records.length || range === 'month')
          return rates.toReversed();
      }
    },
  });

/** The day after which the range begins; none for all. */
const firstDay = (latest: string, range: Range): string =>
  range === 'all' ? '' : dayjs(latest).subtract(1, range).format('YYYY-MM-DD');
