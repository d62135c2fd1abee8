import { describe, expect, test } from 'vitest';
import { compileModel } from '../../../generator/compile/compile.ts';
import type { PremiumSummary } from '../../../generator/model/premium.ts';
import { premiumSummary } from '../../../server/domain/premium/summary.ts';
import type { Group } from '../../../web/records/list/group.ts';
import { addAmounts, addUp, amountsOf, compareAmounts } from '../../../web/pages/premium/amounts.ts';
import { fieldsOfKind, kindsOf, type PremiumKind } from '../../../web/pages/premium/kinds.ts';
import { kindsWithoutFormal, kindYears } from '../../../web/pages/premium/kindYears.ts';
import { coversAddress, inVersions, shownYear, type Version } from '../../../web/pages/premium/versions.ts';

const MODEL = compileModel(['schemas']);
const HULL: PremiumKind = {
  entity: 'hull-premium',
  area: 'premium',
  type: 'Premium-HM',
  due: 'hmTotalPremium',
  currency: { code: 'USD' },
  version: 'versionId',
};
const PI: PremiumKind = {
  ...HULL,
  entity: 'pi-premium',
  type: 'Premium-PI',
  due: 'actPremium',
  currency: { field: 'cur' },
};
const version = (id: string, kind: PremiumKind, year: string, type = 'actual', status = 'Draft'): Version => ({
  id,
  kind: kind.type,
  year,
  no: `V${id}`,
  type,
  status,
});
const hull = (value: string, amount: string, count = 1): Group => ({ value, count, sums: { hmTotalPremium: amount } });
const pi = (value: string, currency: string | null, amount: string, count = 1): Group => ({
  value,
  count,
  currency,
  sums: { actPremium: amount },
});

describe('the kinds of premium', () => {
  const POLICY_TYPES = ['Premium-HM', 'Premium-PI', 'Premium-SLOT'].map((code) => ({ code, en: code, zh: code }));
  const entry = (name: string, premium: PremiumSummary | undefined, permissions: string[]) => ({
    name,
    area: 'premium',
    ...(premium && { premium }),
    permissions,
  });
  const { entity: _hull, area: _area, ...hullSummary } = HULL;
  const { entity: _pi, area: _piArea, ...piSummary } = PI;

  test('are the entities with x-premium that the reader may list, in the order of the policy types', () => {
    const model = [
      entry('pi-premium', piSummary, ['query', 'edit']),
      entry('vessel', undefined, ['query']),
      entry('hull-premium', hullSummary, ['query']),
      entry('slot-premium', { ...piSummary, type: 'Premium-SLOT' }, ['import']),
      entry('new-premium', { ...piSummary, type: 'Premium-NEW' }, ['query']),
    ];
    expect(kindsOf(model, POLICY_TYPES).map(({ entity }) => entity)).toEqual([
      'hull-premium',
      'pi-premium',
      'new-premium',
    ]);
    expect(kindsOf(model)[0]).toEqual(PI);
  });

  test('reach the browser with amount, currency and version', () => {
    expect(premiumSummary(MODEL.entities['hull-premium']!)).toEqual(hullSummary);
    expect(premiumSummary(MODEL.entities['pi-premium']!)).toEqual(piSummary);
    expect(premiumSummary(MODEL.entities['vessel']!)).toBeUndefined();
  });

  test.each(['actPremium', 'cur'])('do not reach a reader who may not see %s', (hidden) => {
    const entity = MODEL.entities['pi-premium']!;
    const { currency: _, ...due } = entity.fields.find(({ name }) => name === 'actPremium')!;
    // as knownEntity leaves out what is hidden
    const fields = entity.fields
      .filter(({ name }) => name !== hidden)
      .map((field) => (field.name === 'actPremium' && hidden === 'cur' ? due : field));
    expect(premiumSummary({ ...entity, fields })).toBeUndefined();
  });

  const all = Object.values(MODEL.entities).filter(({ premium }) => premium);
  test.each(all.map((entity) => [entity.name, entity] as const))(
    'can be listed as the figures of %s count',
    (_, entity) => {
      const { version: via, currency } = premiumSummary(entity)!;
      const filters = [via, entity.premium!.payer, ...('field' in currency ? [currency.field] : [])];
      expect(entity.list.filters).toEqual(expect.arrayContaining(filters));
      // without another required filter
      expect(
        entity.list.requireFilter.length === 0 || entity.list.requireFilter.some((names) => names.join() === via),
      ).toBe(true);
    },
  );

  test('have parts, parties and objects as their schemas say', () => {
    const names = (kind: PremiumKind) => {
      const entity = MODEL.entities[kind.entity]!;
      const { parts, returns, payer, fleet, object, name, isVessel } = fieldsOfKind(entity, entity.premium!);
      return [
        parts.map((field) => field.name),
        returns.map((field) => field.name),
        [payer, fleet, name].map((field) => field?.name),
        object.map((field) => field.name),
        isVessel,
      ];
    };
    expect(names(HULL)).toEqual([
      ['hmPremium', 'ivPremium', 'warPremium'],
      ['returnAmt', 'surrenderAmt'],
      ['billCompany', 'fleet', 'vslNme'],
      ['vslCde'],
      true,
    ]);
    expect(names(PI)).toMatchObject([
      ['advPremium', 'iRPremium', 'suppCallPremium'],
      ['surrenderAmt'],
      ['billCompany', 'fleetCde', 'vslNme'],
      ['vslCde'],
      true,
    ]);
  });
});

describe('amounts', () => {
  test('of groups are totalled by currency, and never across currencies', () => {
    expect(amountsOf(HULL, [hull('1', '10.10', 2), hull('2', '0.20')])).toEqual([
      { currency: 'USD', amount: '10.3', count: 3 },
    ]);
    const ofPi = amountsOf(PI, [pi('1', 'USD', '5.00'), pi('1', 'EUR', '7.00', 4), pi('2', 'USD', '1.00')]);
    expect(ofPi).toEqual([
      { currency: 'EUR', amount: '7', count: 4 },
      { currency: 'USD', amount: '6', count: 2 },
    ]);
    expect(addAmounts([...ofPi, { currency: 'USD', amount: '10.3', count: 3 }])).toEqual([
      { currency: 'EUR', amount: '7', count: 4 },
      { currency: 'USD', amount: '16.3', count: 5 },
    ]);
  });

  test('are compared in each currency that one side has', () => {
    const [estimate, actual] = [
      [{ currency: 'USD', amount: '100.00', count: 1 }],
      [
        { currency: 'EUR', amount: '40.00', count: 1 },
        { currency: 'USD', amount: '90.50', count: 1 },
      ],
    ];
    expect(compareAmounts(estimate, actual)).toEqual([
      { currency: 'EUR', estimate: '0', actual: '40', difference: '40' },
      { currency: 'USD', estimate: '100', actual: '90.5', difference: '-9.5' },
    ]);
    expect(compareAmounts([...estimate, ...estimate], [...actual, ...actual]), 'of several kinds').toEqual([
      { currency: 'EUR', estimate: '0', actual: '80', difference: '80' },
      { currency: 'USD', estimate: '200', actual: '181', difference: '-19' },
    ]);
  });

  test('have parts only where the parts add up to the total in each group', () => {
    const group = (called: string): Group => ({
      value: '1',
      count: 1,
      sums: { advPremium: '100.10', suppCallPremium: '20.00', actPremium: called },
    });
    const parts = ['advPremium', 'suppCallPremium'];
    expect(addUp([group('120.10')], parts, 'actPremium')).toBe(true);
    expect(addUp([group('120.10'), group('100.10')], parts, 'actPremium')).toBe(false);
    expect(addUp([group('120.10')], [], 'actPremium')).toBe(false);
  });
});

test('the overview has the premium of each kind and year, its estimate and its actual premium', () => {
  const versions = [
    version('1', HULL, '2031', 'estimate', 'Formal'),
    version('2', HULL, '2031', 'actual', 'Formal'),
    version('3', PI, '2031', 'estimate'),
    version('4', PI, '2030', 'estimate', 'Formal'),
    version('5', HULL, '2030', 'estimate'),
  ];
  const groups = new Map([
    [HULL, [hull('1', '100.00'), hull('2', '90.00')]],
    [PI, [pi('3', 'USD', '5.00'), pi('3', 'CNY', '70.00'), pi('4', 'CNY', '60.00')]],
  ]);
  const years = kindYears([HULL, PI], versions, (kind) => groups.get(kind)!);
  expect(
    years.map(({ kind, year, deciding, estimate, actual }) => [
      kind.type,
      year,
      deciding.version.no,
      deciding.amounts.map(({ currency, amount }) => `${amount} ${currency}`),
      estimate?.version.no,
      actual?.version.no,
    ]),
  ).toEqual([
    ['Premium-HM', '2031', 'V2', ['90 USD'], 'V1', 'V2'],
    ['Premium-PI', '2031', 'V3', ['70 CNY', '5 USD'], 'V3', undefined],
    ['Premium-PI', '2030', 'V4', ['60 CNY'], 'V4', undefined],
  ]);
  expect(
    kindYears([PI], versions, (kind) => groups.get(kind)!).map(({ kind }) => kind.type),
    'a reader of one kind sees only this kind',
  ).toEqual(['Premium-PI', 'Premium-PI']);
});

test('a figure opens the list of its version, and of its currency if the kind has one in each row', () => {
  const of = version('7', PI, '2031');
  expect(coversAddress(PI, of)).toBe('/premium/pi-premium?versionId=7');
  expect(coversAddress(PI, of, { currency: 'EUR', more: { billCompany: '2000' } })).toBe(
    '/premium/pi-premium?versionId=7&cur=EUR&billCompany=2000',
  );
  expect(coversAddress(HULL, of, { currency: 'USD' })).toBe('/premium/hull-premium?versionId=7');
  expect(inVersions(PI, [of])).toEqual([{ name: 'versionId', type: 'array', value: ['7'] }]);
});

test('the kinds without a formal version of the year are named in the order of the kinds', () => {
  const versions = [
    version('1', PI, '2026'),
    version('2', HULL, '2026'),
    version('3', PI, '2025', 'actual', 'Formal'),
    version('4', HULL, '2024'),
    version('5', HULL, '2024', 'actual', 'Formal'),
  ];
  const types = (year: string) => kindsWithoutFormal([HULL, PI], versions, year).map(({ type }) => type);
  expect([types('2026'), types('2025'), types('2024'), types('2023')]).toEqual([
    ['Premium-HM', 'Premium-PI'],
    [],
    [],
    [],
  ]);
});

test.each([
  [undefined, ['2026 Formal', '2027 Draft'], '2026'],
  [null, ['2025 Supplement', '2026 Formal', '2027 Submit'], '2026'],
  [undefined, ['2026 Draft', '2027 Draft'], '2027'],
  ['2027', ['2026 Formal', '2027 Draft'], '2027'],
  ['2030', ['2026 Formal'], '2026'],
  [undefined, [], undefined],
])('the dashboard of the requested year %s with versions %j shows %s', (requested, versions, year) => {
  const all = versions.map((text, index) => {
    const [of, status] = text.split(' ') as [string, string];
    return version(String(index), HULL, of, 'actual', status);
  });
  expect(shownYear(requested, all)).toBe(year);
});
