import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { SCHEMAS, productEntity, productModel } from './productModel.ts';

type Row = Record<string, string>;
/** A row may omit its last columns: dictionary entries without a color do. */
const rowsOf = (file: string): Row[] =>
  parse(readFileSync(join(SCHEMAS, file)), { columns: true, relax_column_count_less: true });

const SEEDS: [string, number][] = [
  ['master/country.csv', 249],
  ['master/currency.csv', 178],
  ['master/port.csv', 16_644],
  ['master/exchange-rate.csv', 15_366],
  ['master/company-type.csv', 15],
  ['master/charge-type.csv', 30],
  ['system/dictionary.csv', 237],
  ['logistics/hs-code.csv', 6939],
  ['litigation/cause-of-action.csv', 101],
  ['litigation/deadline-rule.csv', 8],
];
const DEMO = ['demo/company.csv', 'demo/department.csv', 'demo/position.csv', 'demo/fleet.csv', 'demo/vessel.csv'];
const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.csv$/, '');

describe('reference data', () => {
  test.each(SEEDS)('%s has %i rows', (file, count) => expect(rowsOf(file)).toHaveLength(count));

  test.each([...SEEDS.map(([file]) => file), ...DEMO])('%s complies with its schema', (file) => {
    const { fields, key, unique } = productEntity(nameOf(file));
    const rows = rowsOf(file);
    const headings = Object.keys(rows[0] ?? {});
    expect(headings.filter((heading) => !fields.some((own) => own.name === heading && !own.readOnly))).toEqual([]);
    const problems = rows.flatMap((row, index) =>
      fields.flatMap((own) => {
        const value = KINDS[own.kind].normalise(row[own.name] ?? null, own);
        if (value === null) return own.required ? [`${index}.${own.name} is missing`] : [];
        const problem = KINDS[own.kind].check(value, own);
        // Published rates have trailing zeros, so numbers are not compared as text.
        return value === row[own.name] || ['int', 'Decimal'].includes(KINDS[own.kind].cel)
          ? problem
            ? [`${index}.${own.name} ${problem.key}`]
            : []
          : [`${index}.${own.name} is not as it is stored`];
      }),
    );
    expect(problems).toEqual([]);
    for (const group of [key, ...unique.map((rule) => rule.fields)]) {
      expect(new Set(rows.map((row) => JSON.stringify(group.map((name) => row[name])))).size).toBe(rows.length);
    }
  });

  test('refers to existing rows', () => {
    const codes = (file: string, name: string) => new Set(rowsOf(file).map((row) => row[name]));
    const known: Record<string, Set<string | undefined>> = {
      country: codes('master/country.csv', 'countryCode'),
      currency: codes('master/currency.csv', 'curCde'),
      fleet: codes('demo/fleet.csv', 'fleetCde'),
      'company-type': codes('master/company-type.csv', 'compTypeCde'),
      position: codes('demo/position.csv', 'positionCde'),
    };
    const dangling = [...SEEDS.map(([file]) => file), ...DEMO].flatMap((file) =>
      productEntity(nameOf(file)).fields.flatMap((own) =>
        own.ref
          ? rowsOf(file)
              .filter((row) => row[own.name] && !known[own.ref!.entity]?.has(row[own.name]))
              .map((row) => `${file} ${own.name} ${row[own.name]}`)
          : [],
      ),
    );
    expect(dangling).toEqual([]);
  });

  test.each([
    ['master/country.csv', 'countryNameEn', 'countryNameCh'],
    ['master/currency.csv', 'curNameEn', 'curNameCh'],
    ['master/company-type.csv', 'compTypeName', 'compTypeNameCh'],
    ['system/dictionary.csv', 'nameEn', 'nameCh'],
  ])('%s names every row in both languages', (file, english, chinese) => {
    expect(
      rowsOf(file).filter(
        (row) => /\p{Script=Han}/u.test(row[english] ?? '') || !/\p{Script=Han}/u.test(row[chinese] ?? ''),
      ),
    ).toEqual([]);
  });

  test('fills every option list that a field names', () => {
    const rows = rowsOf('system/dictionary.csv');
    const lists = new Set(rows.map((row) => row['listCde']));
    const named = Object.values(productModel().entities).flatMap(({ fields }) =>
      fields.flatMap((own) => own.optionList ?? []),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((list) => !lists.has(list))).toEqual([]);
    expect(rows.map((row) => row['code'])).toContain('To Be Operated');
    expect(
      rows
        .filter((row) => row['listCde'] === 'OPTION_LIST')
        .map((row) => row['code'])
        .toSorted(),
      'each list has a name',
    ).toEqual([...lists].toSorted());
  });

  test('demo rows use options of their lists', () => {
    const rows = rowsOf('system/dictionary.csv');
    const stray = DEMO.flatMap((file) =>
      productEntity(nameOf(file))
        .fields.filter((own) => own.optionList)
        .flatMap((own) =>
          rowsOf(file)
            .filter(
              (row) =>
                row[own.name] &&
                !rows.some((entry) => entry['listCde'] === own.optionList && entry['code'] === row[own.name]),
            )
            .map((row) => `${file} ${own.name} ${row[own.name]}`),
        ),
    );
    expect(stray).toEqual([]);
  });

  test.each([
    [
      'master/country.csv',
      { countryCode: 'AD' },
      { alpha3: 'AND', numericCode: '020', countryNameCh: '安道尔', continent: 'EU' },
    ],
    ['master/currency.csv', { curCde: 'JPY' }, { curNumeric: '392', minorUnits: '0', curNameCh: '日元' }],
    ['master/currency.csv', { curCde: 'XAU' }, { minorUnits: '' }],
    ['master/port.csv', { countryCode: 'CN', portCode: 'SGH' }, { portName: 'Shanghai', countryName: 'China' }],
    ['master/exchange-rate.csv', { toCur: 'CNY', exRateDate: '2015-01-02' }, { fromCur: 'USD', exRate: '6.207673' }],
  ])('%s has %j', (file, key, rest) => {
    const found = rowsOf(file).filter((row) => Object.entries(key).every(([name, value]) => row[name] === value));
    expect(found).toMatchObject([rest]);
  });
});
