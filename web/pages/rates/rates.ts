import { queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { call } from '../../api/client.ts';

/** A rate of a currency pair. */
export interface Rate {
  exRateDate: string;
  exRate: string;
}

/** Period of a trend, ending at the latest rate. */
export type Range = 'month' | 'year' | 'all';
/** The periods to choose from. */
export const RANGES: readonly Range[] = ['month', 'year', 'all'];

/** Largest page of the API. */
const MAX_PAGE_SIZE = 1000;
interface Page {
  records: Rate[];
}

/**
 * Query of the rates of a pair, the earliest first. A pair has no more than one rate a day, so the query reads few
 * pages.
 */
export const trendQuery = (fromCur: string, toCur: string, range: Range) =>
  queryOptions({
    queryKey: ['exchange-rate', 'trend', fromCur, toCur, range],
    enabled: fromCur !== '' && toCur !== '',
    queryFn: async ({ signal }): Promise<Rate[]> => {
      const rates: Rate[] = [];
      let before: string | undefined;
      for (let current = 1; ; current++) {
        const where = [
          { name: 'fromCur', type: 'equal', value: fromCur },
          { name: 'toCur', type: 'equal', value: toCur },
        ];
        const query = {
          current,
          pageSize: range === 'month' ? 31 : MAX_PAGE_SIZE,
          sort: '-exRateDate',
          where: JSON.stringify(where),
        };
        const { records } = await call<Page>('GET', '/api/exchange-rate', { query, signal });
        before ??= records[0] && dayBefore(records[0].exRateDate, range);
        const within = records.filter(({ exRateDate }) => before === undefined || exRateDate > before);
        rates.push(...within);
        if (records.length < query.pageSize || within.length < records.length || range === 'month')
          return rates.toReversed();
      }
    },
  });

/** The day before a range begins; '' for all rates. */
const dayBefore = (latest: string, range: Range): string =>
  range === 'all' ? '' : dayjs(latest).subtract(1, range).format('YYYY-MM-DD');
