import { expect, test } from 'vitest';
import { decidedValues, decidedChildValues, childDifferencesOf } from '../../../web/records/form/conflict.ts';
import { Draft } from '../../../web/records/form/draft.ts';
import { fixtureRules } from './fixtureRules.ts';

const visitRules = await fixtureRules('berth-visit');
const termRules = await fixtureRules('policy-term');
const scheduleRules = await fixtureRules('schedule');

const VISIT = {
  id: '7',
  rev: 3,
  visitNo: 'V1',
  vslCde: 'ABC',
  berth: 'B1',
  arrived: '2026-01-01',
  left: null,
  waived: 'N',
  dues: '100.00',
  duesWithTax: '106.00',
  recordStatus: 'Draft',
  'berth-visit-share': [
    { id: '1', rev: 1, visitId: '7', holder: 'A', pct: '60' },
    { id: '2', rev: 4, visitId: '7', holder: 'B', pct: '40' },
  ],
};

const keys = (draft: Draft, name: string): string[] => draft.problems(name).map((problem) => problem.key);

test('a new row has its defaults, is not dirty and shows no errors', () => {
  const draft = new Draft(visitRules, undefined);
  expect(draft.value('waived')).toBe('N');
  expect(draft.isDirty()).toBe(false);
  expect(keys(draft, 'visitNo')).toEqual([]);
});

test('shows every missing field on save, in the order of the form', () => {
  const draft = new Draft(visitRules, undefined);
  expect(draft.check()).toBe(false);
  expect(draft.errorFields()).toEqual(['visitNo', 'vslCde', 'berth', 'arrived', 'dues']);
  expect(keys(draft, 'dues')).toEqual(['MSG_generic_0100']);
});

test('the cells of child rows, which listen to the parent, show their missing values on save', () => {
  const draft = new Draft(visitRules, undefined);
  const shares = draft.children.get('berth-visit-share')!;
  shares.add();
  const shown: string[][] = [];
  shares.subscribe(() => shown.push(keys(shares.rows[0]!, 'holder')));
  expect(draft.check()).toBe(false);
  expect(shown.at(-1)).toEqual(['MSG_generic_0100']);
});

test('shows why a field is empty instead of that it cannot be empty', () => {
  const draft = new Draft(visitRules, undefined);
  draft.check();
  draft.addServerProblems([{ field: 'dues', key: 'MSG_claim_0181', params: {} }]);
  expect(keys(draft, 'dues')).toEqual(['MSG_claim_0181']);
  expect(keys(draft, 'berth')).toEqual(['MSG_generic_0100']);
});

test('shows errors of all child rows at the child table until one of them changes', () => {
  const call = (id: string, callNo: number, eta: string, etd: string) => ({
    id,
    rev: 1,
    scheduleId: '9',
    callNo,
    portCde: 'SHA',
    portName: null,
    eta,
    etd,
  });
  const draft = new Draft(scheduleRules, {
    id: '9',
    rev: 1,
    svvd: 'AEU1ABC001E',
    svcLoopCde: 'AEU1',
    vslCde: 'ABC',
    voyNum: '001',
    dirBound: 'E',
    departureDate: '2026-03-01',
    arrivalDate: '2026-03-31',
    remark: null,
    'schedule-call': [call('1', 1, '2026-03-01', '2026-03-02'), call('2', 2, '2026-03-08', '2026-03-09')],
  });
  const second = draft.children.get('schedule-call')!.rows[1]!;
  expect([keys(draft, 'schedule-call'), draft.errorFields()]).toEqual([[], []]);
  second.set('eta', '2026-03-01');
  expect([keys(draft, 'schedule-call'), draft.errorFields()]).toEqual([['MSG_master_0132'], ['schedule-call']]);
  expect(draft.check()).toBe(false);
  second.set('eta', '2026-03-02');
  expect([keys(draft, 'schedule-call'), draft.errorFields()]).toEqual([[], []]);

  // Errors of the server are shown there too, until a child row changes.
  expect(draft.addServerProblems([{ field: 'schedule-call', key: 'MSG_generic_0156', params: {} }])).toEqual([]);
  expect([keys(draft, 'schedule-call'), draft.shownErrors()]).toEqual([['MSG_generic_0156'], ['schedule-call']]);
  second.set('etd', '2026-03-10');
  expect(keys(draft, 'schedule-call')).toEqual([]);
});

test('requires a write-only field only in a new row', async () => {
  const rules = await fixtureRules('registration');
  const fresh = new Draft(rules, undefined);
  expect([fresh.check(), keys(fresh, 'password')]).toEqual([false, ['MSG_generic_0100']]);
  const draft = new Draft(rules, {
    id: '3',
    rev: 1,
    userCde: 'outsider',
    userName: 'Outsider',
    phone: '021-65966666',
    mail: 'out@example.com',
    recordStatus: 'Waiting',
  });
  draft.set('phone', '021-65966667');
  expect([draft.check(), draft.errorFields()]).toEqual([true, []]);
  draft.set('password', 'short');
  expect([draft.check(), draft.errorFields()]).toEqual([false, ['password']]);
  draft.set('password', null);
  expect([draft.check(), draft.body()]).toEqual([true, { rev: 1, phone: '021-65966667' }]);
});

test('keeps an emptied default empty', () => {
  const draft = new Draft(visitRules, undefined);
  draft.set('waived', null);
  draft.set('berth', 'B1');
  expect(draft.value('waived')).toBeNull();
});

test('updates formulas and rules at each keystroke', () => {
  const draft = new Draft(visitRules, undefined);
  draft.set('dues', '10.01');
  expect(draft.value('duesWithTax')).toBe('10.61');
  draft.set('dues', '50000.01');
  expect(keys(draft, 'dues')).toHaveLength(1);
  draft.set('waived', 'Y');
  expect(keys(draft, 'dues')).toEqual([]);
  expect(keys(draft, 'berth')).toEqual([]);
});

test.each(['12a', '-', '1.2.3', '1e5'])('shows an error for the invalid number %s and computes nothing', (typed) => {
  const draft = new Draft(visitRules, undefined);
  draft.set('dues', typed);
  expect(keys(draft, 'dues')).toHaveLength(1);
  expect(draft.value('duesWithTax') ?? null).toBeNull();
});

test('formulas read a value as it will be stored, and what is typed stays as it is', () => {
  const draft = new Draft(visitRules, undefined);
  draft.set('dues', ' 10.01 ');
  expect(draft.value('dues')).toBe(' 10.01 ');
  expect(draft.value('duesWithTax')).toBe('10.61');
});

test('keeps value and problems of other fields identical for their subscribers', () => {
  const draft = new Draft(visitRules, VISIT);
  draft.check();
  const before = [draft.value('berth'), draft.problems('berth')];
  let notified = 0;
  draft.subscribe(() => {
    notified += 1;
  });
  draft.set('dues', 'x');
  expect(notified).toBeGreaterThan(0);
  expect(draft.value('berth')).toBe(before[0]);
  expect(draft.problems('berth')).toBe(before[1]);
});

test('sends changed fields and the revision, but no computed values', () => {
  const draft = new Draft(visitRules, VISIT);
  draft.set('dues', '200.00');
  draft.set('left', '2026-01-02');
  expect(draft.body()).toEqual({ rev: 3, dues: '200.00', left: '2026-01-02' });
});

test('has nothing to save after a value is restored', () => {
  const draft = new Draft(visitRules, VISIT);
  draft.set('berth', 'B2');
  expect(draft.isDirty()).toBe(true);
  draft.set('berth', 'B1');
  expect(draft.isDirty()).toBe(false);
  draft.set('left', '');
  expect(draft.isDirty()).toBe(false);
});

test('sends a new row without absent and computed values and states', () => {
  const draft = new Draft(visitRules, undefined);
  for (const [name, value] of Object.entries({
    visitNo: 'V2',
    vslCde: 'ABC',
    berth: 'B1',
    arrived: '2026-01-01',
    dues: '1.00',
  }))
    draft.set(name, value);
  draft.children.get('berth-visit-share')?.add([{ pct: '100' }, {}]);
  expect(draft.body()).toEqual({
    visitNo: 'V2',
    vslCde: 'ABC',
    berth: 'B1',
    arrived: '2026-01-01',
    waived: 'N',
    dues: '1.00',
    'berth-visit-share': [{ pct: '100' }],
  });
});

test('sends changed children with id and revision, added ones without, removed ones with delFlag, and no others', () => {
  const draft = new Draft(visitRules, VISIT);
  const shares = draft.children.get('berth-visit-share')!;
  const [first, second] = shares.rows;
  first!.set('pct', '50');
  shares.remove(second!);
  shares.add([{ pct: '50' }]);
  expect(draft.body()).toEqual({
    rev: 3,
    'berth-visit-share': [{ id: '1', rev: 1, pct: '50' }, { pct: '50' }, { id: '2', rev: 4, delFlag: 'Y' }],
  });
});

test('gives rows of a sequence the next number, and their formulas read the parent', () => {
  const draft = new Draft(termRules, undefined);
  for (const [name, value] of Object.entries({
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-01-10',
    premium: '100.00',
  }))
    draft.set(name, value);
  const instalments = draft.children.get('policy-instalment')!;
  instalments.add([{}, {}]);
  expect(instalments.rows.map((row) => row.value('stageNo'))).toEqual([1, 2]);
  expect(instalments.isDirty()).toBe(false);
  const [first] = instalments.rows;
  first!.set('calcFrom', '2026-01-01');
  first!.set('calcTo', '2026-01-05');
  expect(first!.value('amount')).toBe('50.00');
  draft.set('premium', '200.00');
  expect(first!.value('amount')).toBe('100.00');
  expect(instalments.body()).toEqual([{ stageNo: 1, calcFrom: '2026-01-01', calcTo: '2026-01-05' }]);
});

test("shows the server's errors at their fields and submitted child rows until the field changes", () => {
  const draft = new Draft(visitRules, VISIT);
  const second = draft.children.get('berth-visit-share')!.rows[1]!;
  second.set('pct', '41');
  draft.body();
  const problem = (field: string) => ({ field, key: 'MSG_generic_0146', params: {}, message: 'no' });
  const unplaced = draft.addServerProblems([problem('visitNo'), problem('berth-visit-share[0].pct'), problem('rev')]);
  expect(unplaced.map(({ field }) => field)).toEqual(['rev']);
  expect(keys(draft, 'visitNo')).toEqual(['MSG_generic_0146']);
  expect(keys(second, 'pct')).toEqual(['MSG_generic_0146']);
  expect(draft.errorFields()).toEqual(['visitNo', 'berth-visit-share[1].pct']);
  draft.set('visitNo', 'V9');
  expect(keys(draft, 'visitNo')).toEqual([]);
});

test("removes the server's error from both fields when one is fixed, and at another row", () => {
  const draft = new Draft(visitRules, VISIT);
  const [first, second] = draft.children.get('berth-visit-share')!.rows as [Draft, Draft];
  second.set('pct', '41');
  draft.body();
  const both = ['berth-visit-share[0].pct', 'berth-visit-share[0].holder'].map((field) => ({
    field,
    key: 'MSG_generic_0144',
    params: {},
    message: 'no',
  }));
  draft.addServerProblems([...both, { field: 'visitNo', key: 'MSG_generic_0144', params: {}, message: 'no' }]);
  expect([keys(second, 'pct'), keys(second, 'holder')]).toEqual([['MSG_generic_0144'], ['MSG_generic_0144']]);
  second.set('pct', '40');
  expect([keys(second, 'pct'), keys(second, 'holder'), keys(draft, 'visitNo')]).toEqual([[], [], ['MSG_generic_0144']]);
  first.set('pct', '60');
  expect([draft.check(), draft.errorFields(), keys(draft, 'visitNo')]).toEqual([true, [], []]);
});

test('an overridable formula: typing overrides it, clearing restores it', () => {
  const draft = new Draft(termRules, undefined);
  for (const [name, value] of Object.entries({
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    insuredValue: '1000.00',
    premiumRate: '0.1',
  }))
    draft.set(name, value);
  expect(draft.value('premium')).toBe('100.00');
  draft.set('premium', '90.00');
  draft.set('insuredValue', '2000.00');
  expect(draft.value('premium')).toBe('90.00');
  expect(draft.body()['premium']).toBe('90.00');
  draft.set('premium', null);
  expect(draft.value('premium')).toBe('200.00');
  expect(draft.body()).not.toHaveProperty('premium');
});

test('an overridable formula: a value that the new row is given, as by a pasted line, overrides it', () => {
  const given = { effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', insuredValue: '1000.00', premiumRate: '0.1' };
  const draft = new Draft(termRules, undefined, { preset: { ...given, premium: '90.00' } });
  expect([draft.value('premium'), draft.body()['premium']]).toEqual(['90.00', '90.00']);
  draft.setLookedUp({ parent: null, lookups: {} });
  expect([draft.value('premium'), draft.body()['premium']]).toEqual(['90.00', '90.00']);
  expect(new Draft(termRules, undefined, { preset: { ...given, premium: null } }).value('premium')).toBe('100.00');
});

test('shows a field while its condition is true', () => {
  const draft = new Draft(termRules, undefined);
  draft.set('policyType', 'HM');
  expect(draft.isShown('reinsuranceRate')).toBe(false);
  draft.set('policyType', 'PI');
  expect(draft.isShown('reinsuranceRate')).toBe(true);
  expect(draft.isShown('broker')).toBe(true);
});

test('a warning does not prevent saving', () => {
  const draft = new Draft(termRules, undefined);
  for (const [name, value] of Object.entries({
    policyType: 'HM',
    effectiveFrom: '2026-01-01',
    insuredValue: '100.00',
    increasedValue: '50.00',
  }))
    draft.set(name, value);
  expect(draft.check()).toBe(true);
  expect(draft.problems('increasedValue').map(({ level }) => level)).toEqual(['warning']);
});

test('applies own changes to the row that somebody else saved', () => {
  const draft = new Draft(visitRules, VISIT);
  const shares = draft.children.get('berth-visit-share')!;
  draft.set('dues', '300.00');
  draft.set('berth', 'B7');
  shares.rows[0]!.set('pct', '10');
  const theirs = {
    ...VISIT,
    rev: 5,
    berth: 'B3',
    left: '2026-02-02',
    'berth-visit-share': [
      { id: '1', rev: 2, visitId: '7', pct: '60' },
      { id: '3', rev: 1, visitId: '7', pct: '40' },
    ],
  };
  draft.rebase(theirs, { berth: 'B3' });
  expect(draft.values).toMatchObject({
    rev: 5,
    berth: 'B3',
    left: '2026-02-02',
    dues: '300.00',
    duesWithTax: '318.00',
  });
  expect(draft.body()).toEqual({ rev: 5, dues: '300.00', 'berth-visit-share': [{ id: '1', rev: 2, pct: '10' }] });
  expect(shares.rows.map((row) => row.original?.['id'])).toEqual(['1', '3']);
});

test('decides a child that both changed field by field, and restores a removed child that they changed', () => {
  const draft = new Draft(visitRules, VISIT);
  const shares = draft.children.get('berth-visit-share')!;
  shares.rows[0]!.set('pct', '10');
  shares.remove(shares.rows[1]!);
  const theirs = {
    ...VISIT,
    'berth-visit-share': [
      { id: '1', rev: 2, visitId: '7', holder: 'C', pct: '55' },
      { id: '2', rev: 5, visitId: '7', holder: 'B', pct: '45' },
    ],
  };
  const differences = childDifferencesOf(draft, theirs);
  expect(
    differences.map(({ child, field, original, mine, theirs: now, clash, proposed }) => [
      child?.id,
      field.name,
      original,
      mine,
      now,
      clash,
      proposed,
    ]),
  ).toEqual([
    ['1', 'holder', 'A', 'A', 'C', false, 'theirs'],
    ['1', 'pct', '60', '10', '55', true, 'mine'],
  ]);
  expect(decidedValues(differences, () => 'mine')).toEqual({});
  draft.rebase(
    theirs,
    {},
    decidedChildValues(differences, ({ proposed }) => proposed),
  );
  expect(draft.body()).toEqual({ rev: 3, 'berth-visit-share': [{ id: '1', rev: 2, pct: '10' }] });
  expect(shares.rows.map((row) => [row.original?.['id'], row.value('holder')])).toEqual([
    ['1', 'C'],
    ['2', 'B'],
  ]);
});

test('needs no decision for a child that only one side changed', () => {
  const draft = new Draft(visitRules, VISIT);
  const shares = draft.children.get('berth-visit-share')!;
  shares.rows[0]!.set('pct', '10');
  const [first, second] = VISIT['berth-visit-share'];
  expect(
    childDifferencesOf(draft, { ...VISIT, 'berth-visit-share': [first, { ...second, rev: 9, pct: '41' }] }),
  ).toEqual([]);
  expect(childDifferencesOf(draft, { ...VISIT, 'berth-visit-share': [] })).toEqual([]);
});

test('shows a rule of two fields at a change of either, once both are filled', () => {
  const draft = new Draft(visitRules, undefined);
  draft.set('arrived', '2026-03-02');
  expect(keys(draft, 'left')).toEqual([]);
  draft.set('left', '2026-03-05');
  expect(keys(draft, 'left')).toEqual([]);
  draft.set('arrived', '2026-03-09');
  expect(keys(draft, 'left')).toEqual(['MSG_generic_0124']);
  draft.set('arrived', '2026-03-01');
  expect(keys(draft, 'left')).toEqual([]);

  const stored = new Draft(visitRules, { ...VISIT, left: '2026-01-02' });
  stored.set('arrived', '2026-01-03');
  expect(keys(stored, 'left')).toEqual(['MSG_generic_0124']);
  expect(keys(new Draft(visitRules, { ...VISIT, arrived: '2026-01-03', left: '2026-01-02' }), 'left')).toEqual([]);
});

test('shows the error at a field also after a change of the other field of the rule', () => {
  const draft = new Draft(visitRules, undefined);
  draft.set('dues', '60000');
  expect(keys(draft, 'dues')).toEqual(['MSG_generic_0126']);
  const other = new Draft(visitRules, { ...VISIT, waived: 'Y', dues: '60000' });
  other.set('waived', 'N');
  expect(keys(other, 'dues')).toEqual(['MSG_generic_0126']);
});

test('shows the fields that a transition requires, also hidden ones', () => {
  const row = { id: '3', rev: 1, policyType: 'HM', recordStatus: 'Draft' };
  expect(new Draft(termRules, row).isShown('reinsuranceRate')).toBe(false);
  expect(new Draft(termRules, row, { alwaysShown: new Set(['reinsuranceRate']) }).isShown('reinsuranceRate')).toBe(
    true,
  );
});

test('validates a keystroke in far less than a frame', () => {
  const draft = new Draft(termRules, undefined);
  const started = performance.now();
  for (let index = 0; index < 200; index += 1) draft.set('insuredValue', String(index));
  expect((performance.now() - started) / 200).toBeLessThan(8);
});
