import { expect, test } from 'vitest';
import type { Entity } from '../../../generator/model/entity.ts';
import type { KindName } from '../../../generator/model/field.ts';
import type { Premium } from '../../../generator/model/premium.ts';
import { type ChildGroups, tableToCalculate, tableToFinish } from '../../../web/records/detail/childTotals.ts';
import { amountsOf, differencesOf, isOnlyTotal, totalsOf } from '../../../web/records/detail/childAmounts.ts';
import { decidedAmounts } from '../../../web/records/operations/decidedAmounts.ts';
import { proposedTotals } from '../../../web/records/operations/proposedTotals.ts';
import { earlierVersion, previousVersion, takenOverFields } from '../../../web/records/version/series.ts';
import { minWidthOf } from '../../../web/records/childTable/childFields.ts';
import { contentWidth } from '../../../web/records/childTable/contentWidth.ts';
import { entityOf, fieldOf } from '../language/model.ts';

const fixed = fieldOf('fee', 'money', { currency: { code: 'USD' } });
const own = fieldOf('fee', 'money', { currency: { field: 'cur' } });
const groups = [
  { value: 'USD', count: 2, sums: { fee: '10.10' } },
  { value: 'CNY', count: 1, sums: { fee: '7' } },
];

test('totals are kept apart by currency, or added if the currency is constant', () => {
  expect([...amountsOf(own, groups)]).toEqual([
    ['USD', '10.1'],
    ['CNY', '7'],
  ]);
  expect([...amountsOf(fixed, groups)]).toEqual([['USD', '17.1']]);
});

test('an amount of the record repeats a total of the same currency if there is no other total', () => {
  const dollars = new Map([['USD', '17.1']]);
  expect([
    isOnlyTotal(fixed, '17.10', dollars),
    isOnlyTotal(fixed, '17', dollars),
    isOnlyTotal(fixed, null, dollars),
    isOnlyTotal(fixed, '17.10', new Map([...dollars, ['CNY', '7']])),
    isOnlyTotal(fixed, '17.10', new Map([['CNY', '17.10']])),
    isOnlyTotal(own, '17.10', dollars),
  ]).toEqual([true, false, false, false, false, false]);
});

test('several records are decided by the amounts of their approval or by the amount due, totalled by currency', () => {
  const named = (more: object) =>
    decidedAmounts(entityOf('survey', [own, fieldOf('late', 'money'), fieldOf('kind', 'code')], more)).map(
      ({ name }) => name,
    );
  const approvalOf = (amount?: object) => ({ approval: { type: 'x', number: 'kind', fill: {}, levels: 'l', amount } });
  expect([
    named({}),
    named({ premium: { due: 'fee' } }),
    named({ tasks: { amount: 'late' } }),
    named(approvalOf()),
    named(approvalOf({ premiums: 'late' })),
    named(approvalOf({ expr: "self.kind == 'A' ? self.fee : self.late" })),
  ]).toEqual([[], ['fee'], ['late'], [], ['late'], ['fee', 'late']]);
  const rows = [{ fee: '10.10', cur: 'USD' }, { fee: '7', cur: 'CNY' }, { fee: '0.05', cur: 'USD' }, { cur: 'EUR' }];
  expect([...totalsOf([own], rows)]).toEqual([
    ['USD', '10.15'],
    ['CNY', '7'],
  ]);
});

test('the difference to another version names the currencies of both', () => {
  expect([
    ...differencesOf(
      amountsOf(own, groups),
      new Map([
        ['USD', '11'],
        ['EUR', '1'],
      ]),
    ),
  ]).toEqual([
    ['USD', '-0.9'],
    ['CNY', '7'],
    ['EUR', '-1'],
  ]);
});

test('a table is to be calculated while rows lack the amount, or objects lack their row', () => {
  const quote = (more: object) => entityOf('quote', [own], { premium: { due: 'fee', ...more } as Premium });
  const table = (entity: Entity, counts: { count: number; uncalculated?: number }, calculatedBy?: string) =>
    ({
      child: {
        entity: entity.name,
        via: 'yearId',
        figures: { count: entity.label, sums: ['fee'], compare: 'fee', calculatedBy },
      },
      entity,
      groups: [],
      parts: [],
      uncalculated: 0,
      unfinished: 0,
      ...counts,
    }) as ChildGroups;
  const berth = entityOf('berth', []);
  const ofBerths = quote({ calculate: { each: 'berth' } });
  const action = (...tables: ChildGroups[]) => tableToCalculate(tables)?.action;
  expect([
    action(table(quote({}), { count: 2 }, 'price')),
    action(table(quote({}), { count: 2, uncalculated: 1 }, 'price')),
    action(table(quote({}), { count: 2, uncalculated: 1 })),
    action(table(berth, { count: 3 }), table(ofBerths, { count: 2 }, 'price')),
    action(table(berth, { count: 3 }), table(ofBerths, { count: 3 }, 'price')),
    action(table(berth, { count: 3 }), table(quote({}), { count: 2 }, 'price')),
    action(table(berth, { count: 3 }), table(quote({}), { count: 0 }, 'price')),
    action(table(berth, { count: 0 }), table(quote({}), { count: 0 }, 'price')),
  ]).toEqual([undefined, 'price', undefined, 'price', undefined, undefined, 'price', undefined]);
});

test('the table to finish is the first with unfinished rows', () => {
  const table = (count: number, unfinished: number) => ({ count, unfinished }) as ChildGroups;
  expect(
    [[], [table(2, 0)], [table(2, 0), table(3, 1), table(2, 2)]].map((tables) => tableToFinish(tables)?.count),
  ).toEqual([undefined, undefined, 3]);
});

test('the version before is the latest earlier one of the same series', () => {
  const quote = entityOf('quote', [], {
    version: { keys: ['year', 'no'], keeps: [], asks: [], copy: [], distinct: [] },
  });
  const versions = [
    { id: '9', year: '2027', no: 'C' },
    { id: '8', year: '2026', no: 'X' },
    { id: '7', year: '2027', no: 'B' },
    { id: '6', year: '2027', no: 'A' },
  ];
  const before = (id: string) =>
    previousVersion(
      quote,
      versions,
      versions.find((one) => one.id === id)!,
    )?.['no'];
  expect(['9', '7', '6', '8'].map(before)).toEqual(['B', 'A', undefined, undefined]);
});

test('rows are taken over from the latest version of the previous series, without amounts and reset fields', () => {
  const parent = entityOf('quote', [], {
    version: {
      keys: ['kind', 'year', 'no'],
      keeps: ['kind'],
      asks: [],
      copy: [
        {
          entity: 'line',
          via: 'quoteId',
          basic: ['berth', 'from', 'area'],
          resets: { year: ['from'] },
          within: ['kind'],
        },
        { entity: 'lineOfYear', via: 'quoteId', basic: ['berth'], resets: {}, within: ['year'] },
      ],
      distinct: [],
    },
  });
  const versions = [
    { id: '9', year: '2028', no: 'D' },
    { id: '8', year: '2025', no: 'C' },
    { id: '7', year: '2026', no: 'B' },
    { id: '6', year: '2026', no: 'A' },
  ];
  expect(earlierVersion(parent, versions, { id: '5', year: '2027', no: 'E' })?.['no']).toBe('B');
  expect(earlierVersion(parent, versions, { id: '5', year: '2025', no: 'E' })).toBeUndefined();
  const lineOf = (name: string) =>
    entityOf(name, [
      fieldOf('berth', 'code'),
      fieldOf('from', 'date'),
      fieldOf('area', 'text', { readOnly: true }),
      fieldOf('fee', 'money'),
    ]);
  expect(['line', 'lineOfYear', 'other'].map((name) => takenOverFields(parent, lineOf(name)))).toEqual([
    ['berth'],
    [],
    [],
  ]);
});

test('a column is as wide as its heading and its values, within limits', () => {
  const note = fieldOf('note', 'text');
  const width = (heading: string, ...notes: string[]) =>
    contentWidth(
      note,
      heading,
      notes.map((text) => ({ note: text })),
    );
  expect(width('No')).toBe(160);
  expect(width('No', 'x')).toBe(72);
  expect(contentWidth(fieldOf('code', 'text', { maxLength: 10 }), 'No', [])).toBe(72);
  expect(contentWidth(own, 'Fee', [])).toBe(160);
  expect(contentWidth(own, 'Fee', [{ fee: '1.00', cur: 'USD' }])).toBe(112);
  expect(width('No', 'a long value of a cell')).toBeGreaterThan(width('No', 'a value'));
  expect(width('A heading longer than it')).toBe(width('A heading longer than it', 'x'));
  expect(width('No', 'x'.repeat(400))).toBe(240);
  const percent = contentWidth(fieldOf('note', 'percent'), 'No', [{ note: '15.3846' }]);
  expect(percent).toBeGreaterThan(width('No', '15.3846'));
});

test('a column of figures has room for them where nothing is entered yet', () => {
  const room = (kind: KindName, more = {}) => minWidthOf(fieldOf('note', kind, more));
  expect([room('money'), room('rate'), room('integer')]).toEqual(['usual', 'short', 'short']);
  expect([room('code', { maxLength: 3 }), room('longText'), room('date')]).toEqual(['short', 'long', undefined]);
});

test('a dialog proposes the total of an amount over the selected rows', () => {
  const input = { required: [], fields: [own], totals: { fee: 'due' } };
  const rows = [{ due: '10.10' }, { due: null }, { due: '7.20' }];
  expect(proposedTotals({ input }, rows)).toEqual({ fee: '17.30' });
  expect(proposedTotals({}, rows)).toEqual({});
});
