import { describe, expect, test } from 'vitest';
import { checkExpression } from '../../../generator/language/expression/check.ts';
import { compileExpression, InvalidExpression } from '../../../generator/language/expression/compile.ts';
import { relatedEntities, scopeOf, type Bindings } from '../../../generator/language/expression/scope.ts';
import { ABSENT, assignableTypes, toJson } from '../../../generator/language/expression/values.ts';
import type { KindName } from '../../../generator/model/field.ts';
import { entityOf, fieldOf, modelOf } from './model.ts';

const stage = entityOf(
  'policy-stage',
  [fieldOf('stageNo', 'integer'), fieldOf('amount', 'money'), fieldOf('dueDate', 'date')],
  { parents: [{ entity: 'policy', via: 'policyId' }] },
);
const year = entityOf('policy-year', [
  fieldOf('days', 'integer'),
  fieldOf('effectiveFrom', 'date'),
  fieldOf('name', 'text'),
]);
const agency = entityOf('agency', [
  fieldOf('days', 'integer'),
  fieldOf('effectiveFrom', 'date'),
  fieldOf('name', 'code'),
  fieldOf('rate', 'rate'),
]);
const policy = entityOf(
  'policy',
  [
    fieldOf('insured', 'money'),
    fieldOf('rate', 'rate'),
    fieldOf('share', 'percent'),
    fieldOf('count', 'integer'),
    fieldOf('total', 'integer'),
    fieldOf('from', 'date'),
    fieldOf('to', 'date'),
    fieldOf('signed', 'dateTime'),
    fieldOf('busMonth', 'month'),
    fieldOf('policyYear', 'year'),
    fieldOf('remark', 'text'),
    fieldOf('waived', 'yesNo'),
    fieldOf('brokers', 'multiRef'),
    fieldOf('note', 'json'),
  ],
  {
    children: [{ entity: 'policy-stage', via: 'policyId' }],
    parents: [{ entity: 'policy-year', via: 'policyYearId' }],
  },
);
const model = modelOf(policy, stage, year, agency);
const scope = scopeOf(policy, model);

const ROW = {
  id: '17',
  rev: 3,
  delFlag: 'N',
  creater: 'zhang',
  insured: '1000000.00',
  rate: '0.0025',
  share: '25',
  count: 7,
  total: null,
  from: '2026-01-01',
  to: '2026-12-31',
  signed: '2026-01-01T08:00:00.000Z',
  busMonth: '202601',
  policyYear: '2026',
  remark: null,
  waived: 'N',
  brokers: ['A', 'B'],
};
const STAGES = [
  { stageNo: 1, amount: '100.10', dueDate: '2026-02-01', delFlag: 'N' },
  { stageNo: 2, amount: '200.20', dueDate: null, delFlag: 'N' },
  { stageNo: 3, amount: '999.99', dueDate: '2026-03-01', delFlag: 'Y' },
];
const BINDINGS: Bindings = {
  self: ROW,
  old: { ...ROW, count: 6 },
  parent: { days: 365, effectiveFrom: '2026-01-01' },
  children: { 'policy-stage': STAGES },
  user: { userCde: 'zhang', userName: '张三', companyCde: 'COSU', allSeeingEye: false },
  today: '2026-06-30',
};

const evaluate = (text: string, bindings: Bindings = BINDINGS): unknown => compileExpression(text, scope)(bindings);

/** Prints a value for tables of cases. */
const shown = (text: string, kind: KindName = 'decimal'): unknown =>
  toJson(evaluate(text), fieldOf('result', kind, { scale: kind === 'money' ? 2 : 8 }));

describe('checkExpression', () => {
  test.each([
    ['self.insured * self.rate', 'Decimal'],
    ['self.insured * 106 / 100', 'Decimal'],
    ['self.count + 1', 'int'],
    ['self.from <= self.to', 'bool'],
    ['self.waived == "N"', 'bool'],
    ['"A" in self.brokers', 'bool'],
    ['self.rev > 1 && self.creater == user.userCde', 'bool'],
    ['old.count < self.count', 'bool'],
    ['days(self.from, self.to) / decimal(parent.days)', 'Decimal'],
    ['sum(children.policyStage.map(s, s.amount))', 'Decimal'],
    ['children.policyStage.all(s, has(s.dueDate) && s.dueDate >= self.from)', 'bool'],
    ['year(today())', 'string'],
    ['self.signed < timestamp("2027-01-01T00:00:00Z")', 'bool'],
    ['self.remark.matches("^[A-Z]+$")', 'bool'],
    ['user.allSeeingEye || self.policyYear >= "2026"', 'bool'],
  ])('%s is %s', (text, type) => {
    expect(checkExpression(text, scope)).toEqual({ ok: true, type });
  });

  test.each<[string, RegExp]>([
    ['self.insurd > 0', /^self has no field "insurd"; did you mean "insured"\?$/],
    ['old.insurd > 0', /old has no field "insurd"; did you mean "insured"/],
    ['parent.day > 0', /parent has no field "day"; did you mean "days"/],
    ['children.policyStages.all(s, true)', /children has no field "policyStages"; did you mean "policyStage"/],
    ['children.policy-stage.size() > 0', /children has no field "policy"/],
    ['children.policyStage.all(s, s.amout > 0)', /s has no field "amout"; did you mean "amount"/],
    ['has(self.insurd)', /self has no field "insurd"; did you mean "insured"/],
    ['children.policyStage.all(s, has(s.amout))', /s has no field "amout"; did you mean "amount"/],
    ['has(self.insured.places)', /has\(\) takes one field of a row/],
    ['slf.insured > 0', /"slf" is no name that this expression knows; did you mean "self"/],
    ['self.insured < self.from', /^cannot compare a number \(self\.insured\) with a date \(self\.from\)$/],
    ['self.insured == "5"', /^cannot compare a number \(self\.insured\) with a text \("5"\); write decimal\("5"\)$/],
    [
      'self.from == "2026-01-01"',
      /cannot compare a date \(self\.from\) with a text \("2026-01-01"\); write date\("2026-01-01"\)/,
    ],
    ['self.remark > 5', /cannot compare a text \(self\.remark\) with a whole number \(5\)/],
    ['self.insured * 0.5', /0\.5 is not exact; write decimal\("0\.5"\)/],
    ['self.remark == null', /nothing compares with null; ask has\(/],
    [
      'days(self.from, self.to) / parent.days',
      /a quotient of integers drops its fraction; write decimal\(days\(self\.from, self\.to\)\) \/ parent\.days/,
    ],
    ['dyn(self.insured) == self.from', /dyn\(\) would switch type checks off/],
    ['double(self.count) > 1.0', /is not exact|double/],
    ['decimal("1e5") > self.insured', /"1e5" is no decimal/],
    ['self.from < date("2026-02-30")', /"2026-02-30" is no date/],
    ['self.remark.matches("[")', /Invalid regular expression/],
    ['dayz(self.from, self.to) > 0', /there is no function "dayz"; did you mean "days"/],
    ['days(self.from)', /days\(\) does not take a date; it is days\(a date, a date\)$/],
    ['self.count >', /^the expression ends too early, after self\.count >$/],
    ['', /^the expression is empty$/],
    ['self.remark = "a"', /^use == to compare, after self\.remark$/],
    ['self.remark === "a"', /^write ==, not ===/],
    ['has(self.remark) and has(self.insured)', /^write &&, not "and", after has\(self\.remark\)$/],
    ['(has(self.remark)', /^the expression ends too early, \) is missing, after \(has\(self\.remark\)$/],
    ['self.remark == "a', /^a text has no closing quote, after self\.remark ==$/],
    ['self.remark == ‘a’', /^write straight quotes/],
    ['self.insured * "5"', /^cannot multiply a number \(self\.insured\) by a text \("5"\)/],
    ['!self.insured', /^! stands before a condition: self\.insured is a number$/],
    ['insured > 0', /; did you mean "self\.insured"\?$/],
    ['user.code == "a"', /^user has no field "code"; /],
    [
      'self.waived == "N" ? self.insured : 0',
      /one of two values of one type: self\.insured is a number, 0 is a whole number/,
    ],
    ['self.insured && true', /^&& stands between conditions: self\.insured is a number$/],
    ['self.insured.d', /self\.insured has no field/],
  ])('refuses %s: %s', (text, message) => {
    const checked = checkExpression(text, scope);
    expect(checked).toEqual({ ok: false, message: expect.stringMatching(message) as string });
    expect(() => compileExpression(text, scope)).toThrow(InvalidExpression);
  });

  test('names the expected type', () => {
    expect(checkExpression('self.insured', scope, ['bool'])).toEqual({
      ok: false,
      message: 'gives a number, but a condition (true or false) is wanted',
    });
    expect(checkExpression('self.count', scope, assignableTypes(fieldOf('f', 'money')))).toEqual({
      ok: true,
      type: 'int',
    });
    expect(checkExpression('has(self.count)', scope, assignableTypes(fieldOf('f', 'yesNo')))).toEqual({
      ok: true,
      type: 'bool',
    });
    expect(checkExpression('self.insured', scope, assignableTypes(fieldOf('f', 'integer'))).ok).toBe(false);
  });
});

describe('evaluation', () => {
  test.each<[string, string | null]>([
    ['self.insured * self.rate', '2500'],
    ['self.insured * self.share / 100', '250000'],
    ['round(self.insured * self.rate * days(self.from, self.to) / 366, 2)', '2493.17'],
    ['round(decimal("0.005"), 2)', '0.01'],
    ['round(decimal("-0.005"), 2)', '-0.01'],
    ['round(self.insured / 3, 2)', '333333.33'],
    ['decimal("0.1") + decimal("0.2")', '0.3'],
    ['-self.share', '-25'],
    ['1 - self.share / 100', '0.75'],
    ['ceil(decimal(self.count) / 2)', '4'],
    ['floor(decimal(self.count) / 2)', '3'],
    ['abs(decimal("-2.5"))', '2.5'],
    ['min(self.insured, 5)', '5'],
    ['max(5, self.insured)', '1000000'],
    ['decimal(max(self.count, 9))', '9'],
    ['sum(children.policyStage.map(s, s.amount))', '300.3'],
    ['sum(children.policyStage.filter(s, s.stageNo > 9).map(s, s.amount))', '0'],
    ['decimal(int(decimal("7")))', '7'],
    ['self.insured / 0', null],
    ['decimal(int(decimal("7.5")))', null],
    ['decimal(self.total)', null],
  ])('%s is %s', (text, result) => {
    expect(shown(text)).toBe(result);
  });

  test.each<[string, unknown]>([
    ['days(self.from, self.to)', 365n],
    ['days(self.from, self.from)', 1n],
    ['self.insured == decimal("1000000")', true],
    ['self.insured != 1000000', false],
    ['3 < self.insured', true],
    ['self.rate in [decimal("0.00250")]', true],
    ['self.count in [1, 7]', true],
    ['self.from < date("2026-02-01") && self.to >= date("2026-12-31")', true],
    ['addMonths(self.from, 1) == date("2026-02-01")', true],
    ['addDays(self.from, 31) == date("2026-02-01")', true],
    ['addDays(date("2024-02-28"), 2) == date("2024-03-01")', true],
    ['addDays(date("2026-03-01"), -1) == date("2026-02-28")', true],
    ['earliest([date("2026-02-01"), date("2026-01-31")]) == date("2026-01-31")', true],
    ['last([decimal("3"), decimal("1")]) == decimal("1")', true],
    ['firstDay("202602") == date("2026-02-01")', true],
    ['max(self.from, self.to) == self.to', true],
    ['self.signed < timestamp("2026-01-01T08:00:00.001Z")', true],
    ['"B" in self.brokers', true],
    ['size(self.brokers)', 2n],
    ['size(children.policyStage)', 2n],
    ['children.policyStage.exists(s, s.amount > 200)', true],
    ['children.policyStage.exists(s, s.amount > 900)', false],
    ['children.policyStage.exists_one(s, s.stageNo == 1)', true],
    ['parent.days == 365', true],
    ['old.count == 6', true],
    ['user.companyCde == "COSU" && !user.allSeeingEye', true],
    ['today() > self.from', true],
    ['year(today()) == self.policyYear', true],
    ['month(self.from) == self.busMonth', true],
    ['self.id == "17"', true],
    ['string(self.insured)', '1000000'],
    ['self.waived == "Y" ? 1 : 2', 2n],
  ])('%s is %s', (text, result) => {
    expect(evaluate(text)).toBe(result);
  });
});

describe('absence', () => {
  const unknown = 'self.remark == "x"';
  test.each<[string, unknown]>([
    [unknown, ABSENT],
    [`!(${unknown})`, ABSENT],
    [`${unknown} && true`, ABSENT],
    [`true && ${unknown}`, ABSENT],
    [`${unknown} && false`, false],
    [`false && ${unknown}`, false],
    [`${unknown} || true`, true],
    [`true || ${unknown}`, true],
    [`${unknown} || false`, ABSENT],
    [`${unknown} && ${unknown}`, ABSENT],
    [`${unknown} ? 1 : 2`, ABSENT],
    ['has(self.remark)', false],
    ['has(self.insured)', true],
    ['!has(self.remark) || self.remark == "x"', true],
    ['self.total + 1', ABSENT],
    ['self.total == self.total', ABSENT],
    ['self.remark in ["x"]', ABSENT],
    ['children.policyStage.all(s, s.dueDate > self.from)', ABSENT],
    ['children.policyStage.all(s, s.dueDate < self.from)', false],
    ['children.policyStage.exists(s, s.dueDate > self.from)', true],
    ['self.insured / 0 > 1', ABSENT],
    ['self.count * 9223372036854775807 > 0', ABSENT],
  ])('%s is %s', (text, result) => {
    expect(evaluate(text)).toBe(result);
  });

  test('treats a missing row as one with absent fields', () => {
    const bare: Bindings = { self: {} };
    expect(evaluate('has(old.count) || has(parent.days)', bare)).toBe(false);
    expect(evaluate('parent.days > 0', bare)).toBe(ABSENT);
    expect(evaluate('size(children.policyStage) == 0', bare)).toBe(ABSENT);
    expect(evaluate('user.userCde == "x"', bare)).toBe(ABSENT);
    expect(evaluate('today() > date("2026-01-01")', bare)).toBe(ABSENT);
  });

  test.each([
    ['insured', 5],
    ['insured', 'abc'],
    ['insured', '1,000'],
    ['count', '7'],
    ['count', 1.5],
    ['from', '2026-02-30'],
    ['remark', 5],
    ['brokers', 'A'],
    ['brokers', []],
    ['signed', 'now'],
  ])('treats a %s of %j, which its kind refuses, as absent', (name, value) => {
    expect(evaluate(`has(self.${name})`, { self: { [name]: value } })).toBe(false);
  });

  test('evaluates today() again in each evaluation', () => {
    expect(evaluate('today() == date("2026-06-30")')).toBe(true);
    expect(evaluate('today() == date("2026-06-30")', { self: {} })).toBe(ABSENT);
  });
});

describe('toJson', () => {
  test.each<[KindName, string, unknown]>([
    ['money', 'self.insured * self.rate', '2500.00'],
    ['money', 'self.count * 2', '14.00'],
    ['money', 'self.insured * decimal("0.00000001")', '0.01'],
    ['money', 'self.rate * self.rate', '0.00000625'],
    ['percent', 'self.count', '7'],
    ['integer', 'self.count * 2', 14],
    ['date', 'self.from', '2026-01-01'],
    ['dateTime', 'self.signed', '2026-01-01T08:00:00.000Z'],
    ['yesNo', 'self.count > 3', 'Y'],
    ['yesNo', 'self.count > 30', 'N'],
    ['text', 'self.policyYear + "-" + self.busMonth', '2026-202601'],
    ['text', '""', null],
    ['text', 'self.remark', null],
    ['multiRef', 'self.brokers', ['A', 'B']],
  ])('as %s, %s is %j', (kind, text, json) => {
    expect(shown(text, kind)).toEqual(json);
  });
});

describe('scopeOf', () => {
  test('an expression of a child with two parents sees their common fields', () => {
    const child = entityOf('share', [fieldOf('pct', 'percent')], {
      parents: [
        { entity: 'policy-year', via: 'a' },
        { entity: 'agency', via: 'b' },
      ],
    });
    const shared = scopeOf(child, modelOf(child, year, agency));
    expect(checkExpression('parent.days > 0 && parent.name == "x"', shared).ok).toBe(true);
    expect(checkExpression('parent.rate > 0', shared)).toEqual({
      ok: false,
      message: expect.stringContaining('parent has no field "rate"') as string,
    });
  });

  test('an entity that is not a child has no parent', () => {
    expect(checkExpression('parent.days > 0', scopeOf(year, model))).toEqual({
      ok: false,
      message: expect.stringContaining('"parent" is no name') as string,
    });
  });

  test('is created once for each model', () => {
    expect(scopeOf(policy, model)).toBe(scope);
    expect(scopeOf(policy, modelOf(policy, stage, year))).not.toBe(scope);
  });

  test('names the entities that it reads', () => {
    expect(relatedEntities(policy)).toEqual(['policy-year', 'policy-stage']);
  });
});
