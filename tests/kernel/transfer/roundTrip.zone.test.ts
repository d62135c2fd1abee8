import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../generator/language/decimal.ts';
import type { Column } from '../../../server/spreadsheet/write/columns.ts';
import { writeCsv } from '../../../server/spreadsheet/write/csv.ts';
import type { Rows } from '../../../server/spreadsheet/write/rows.ts';
import { writeXlsx } from '../../../server/spreadsheet/write/xlsx.ts';
import { zoneOf } from '../../../server/spreadsheet/zone.ts';
import { bytesOf, readAll } from './workbooks.ts';

const timeZone = 'Asia/Shanghai';
/** Characters with a meaning in XML or CSV, and any others. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          "'",
          '"',
          ',',
          ';',
          '\t',
          '\r',
          '\n',
          '_x0041_',
          '_',
          'x',
          '&',
          '<',
          ']]>',
          '%',
          '＝',
          '船',
          '😀',
          ' ',
          '1',
          '\u0001',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((value) => value.trim() !== '' && !value.includes('\0'));
const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 22n }), fc.integer({ min: 0, max: 8 }))
  .map(([negative, digits, places]) => new Decimal(`${negative ? '-' : ''}${digits}e-${places}`).toFixed(places));
const instant = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((value) => value.toISOString());
const date = instant.map((value) => value.slice(0, 10));

const columns: Column[] = [
  { heading: 'Text' },
  { heading: 'Long', kind: 'longText' },
  { heading: 'Money', kind: 'money' },
  { heading: 'Rate', kind: 'rate' },
  { heading: 'Date', kind: 'date' },
  { heading: 'Time', kind: 'dateTime' },
];
const rows = fc.array(fc.tuple(text, text, decimal, decimal, date, instant), { minLength: 1, maxLength: 20 });

describe.each<[name: string, write: (rows: Rows) => Promise<Buffer>, time: (instant: string) => string | undefined]>([
  // A sheet knows wall-clock time only; before its first day stand texts, which are the API's own.
  [
    'xlsx',
    (values) => bytesOf((out) => writeXlsx(columns, values, out, { name: 'S', timeZone })),
    (value) => (zoneOf(timeZone).local(value)! >= '1900-03-01' ? zoneOf(timeZone).local(value) : value),
  ],
  ['csv', (values) => bytesOf((out) => writeCsv(columns, values, out)), (value) => value],
])('%s', (_, write, time) => {
  test('returns every text, decimal, date and instant', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const [heading, ...read] = await readAll(await write(values));
        expect(heading!.cells).toEqual(columns.map((column) => column.heading));
        expect(read.map((row) => row.errors)).toEqual(values.map(() => []));
        for (const [index, [first, second, money, rate, day, at]] of values.entries()) {
          const cells = read[index]!.cells;
          expect([cells[0], cells[1], cells[4], cells[5]]).toEqual([first, second, day, time(at)]);
          expect([new Decimal(cells[2]!).eq(money), new Decimal(cells[3]!).eq(rate)]).toEqual([true, true]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
