import { expect, test } from 'vitest';
import { readMoment } from '../../../web/fields/date/read.ts';

const DAYS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D'];

test.each<[string, string[], string | undefined]>([
  ['2024-02-29', DAYS, '2024-02-29'],
  [' 2024-02-29 ', DAYS, '2024-02-29'],
  ['２０２４０２２９', DAYS, '2024-02-29'],
  ['2024/2/9', DAYS, '2024-02-09'],
  ['2026-02-30', DAYS, undefined],
  ['2023-02-29', DAYS, undefined],
  ['31/12/2025', DAYS, undefined],
  ['2025-13-01', DAYS, undefined],
  ['2025-01', DAYS, undefined],
  ['2025-01-01x', DAYS, undefined],
  ['', DAYS, undefined],
  ['20', ['YYYY'], undefined],
  ['2018', ['YYYY'], '2018-01-01'],
  ['202613', ['YYYYMM', 'YYYY-MM'], undefined],
  ['2026-12', ['YYYYMM', 'YYYY-MM'], '2026-12-01'],
])('%j in %j is %j', (typed, formats, day) => {
  expect(readMoment(typed, formats)?.format('YYYY-MM-DD')).toBe(day);
});
