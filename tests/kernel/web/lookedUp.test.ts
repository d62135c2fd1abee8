import { expect, test } from 'vitest';
import { childPreset } from '../../../web/records/form/childPreset.ts';
import { Draft } from '../../../web/records/form/draft.ts';
import { fieldsReading, type LookedUp } from '../../../web/records/form/lookedUp.ts';
import type { Row } from '../../../web/fields/types.ts';
import { fixtureRules } from './fixtureRules.ts';

const rules = await fixtureRules('hull-premium');

/** The answer of the server about rows that a hull premium looks up. */
const OUTSIDE: LookedUp = {
  parent: { policyYear: '2026', policyType: 'Premium-HM' },
  lookups: {
    year: { effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', days: 365 },
    vessel: { vslNme: 'SEA STAR' },
    insured: null,
    value: { hmInsure: '44000000.00', ivInsure: '11000000.00' },
  },
};
const STORED = {
  id: '1',
  rev: 1,
  versionId: '7',
  policyYear: '2026',
  vslCde: 'ABC',
  vslNme: 'SEA STAR',
  policyStart: '2026-01-01',
  policyEnd: '2026-12-31',
  recordStatus: 'Draft',
  hmInsureValue: '44000000.00',
  hmRate: '0.002',
  hmPremium: '88000.00',
  ivInsureValue: '11000000.00',
  ivRate: null,
  ivPremium: null,
  warInsureValue: '60000000.00',
  warRate: null,
  warPremium: null,
  hmTotalPremium: '88000.00',
};

test('knows the fields that read a lookup, directly or through another field', () => {
  const found = fieldsReading(rules.entity, 'lookup');
  for (const name of ['policyStart', 'hmInsureValue', 'warInsureValue', 'hmPremium', 'hmTotalPremium'])
    expect(found).toContain(name);
  for (const name of ['policyYear', 'hmRate', 'remark']) expect(found).not.toContain(name);
});

test('what a new row takes over from other rows is no change, also for who listens', () => {
  const draft = new Draft(rules, undefined, { preset: { versionId: '7', vslCde: 'ABC' } });
  const heard: boolean[] = [];
  draft.subscribe(() => heard.push(draft.isDirty()));
  draft.setLookedUp(OUTSIDE);
  expect(draft.value('policyYear')).toBe('2026');
  expect(heard.at(-1)).toBe(false);
});

test('a new row looks up rows by its input, and is computed from the answer', () => {
  const draft = new Draft(rules, undefined);
  expect(draft.lookupKey()).toBe('{}');
  draft.set('versionId', '7');
  draft.set('vslCde', 'ABC');
  expect(JSON.parse(draft.lookupKey()!)).toEqual({ versionId: '7', vslCde: 'ABC' });
  draft.set('hmRate', '0.002');
  expect(draft.check()).toBe(true);
  draft.setLookedUp(OUTSIDE);
  expect(
    ['policyYear', 'policyStart', 'vslNme', 'hmInsureValue', 'hmPremium', 'hmTotalPremium'].map((name) =>
      draft.value(name),
    ),
  ).toEqual(['2026', '2026-01-01', 'SEA STAR', '44000000.00', '88000.00', '88000.00']);
  draft.set('policyStart', '2026-07-02');
  expect(draft.value('hmPremium')).toBe('44120.55');
  draft.set('policyEnd', '2027-01-01');
  expect(draft.problems('policyEnd').map(({ message }) => message)).toMatchObject([
    { en: 'The cover must lie within the policy year' },
  ]);
  expect(draft.body()).toEqual({
    versionId: '7',
    vslCde: 'ABC',
    policyYear: '2026',
    hmRate: '0.002',
    policyStart: '2026-07-02',
    policyEnd: '2027-01-01',
  });
});

test('a stored row shows stored values until the answer arrives, and keeps input of users', () => {
  const draft = new Draft(rules, STORED);
  expect([draft.value('hmPremium'), draft.value('hmTotalPremium'), draft.isDirty()]).toEqual([
    '88000.00',
    '88000.00',
    false,
  ]);
  draft.setLookedUp(OUTSIDE);
  expect([draft.value('hmPremium'), draft.value('warInsureValue'), draft.isDirty()]).toEqual([
    '88000.00',
    '60000000.00',
    false,
  ]);
  draft.set('hmRate', '0.003');
  expect(draft.value('hmPremium')).toBe('132000.00');
  expect(draft.body()).toEqual({ rev: 1, hmRate: '0.003' });
});

test('a row without lookups asks only for its parent if its formulas read that', async () => {
  const decision = await fixtureRules('claim-approval');
  const draft = new Draft(decision, undefined, { preset: { caseId: '7' } });
  expect(JSON.parse(draft.lookupKey()!)).toEqual({ caseId: '7' });
  draft.setLookedUp({ parent: { bizType: 'CARGO', estimatedAmt: '5000.00', committedAmt: '150.25' }, lookups: {} });
  expect(['bizType', 'estimatedAmt', 'claimAmtUsd'].map((name) => draft.value(name))).toEqual([
    'CARGO',
    '5000.00',
    '150.25',
  ]);
  const stored = new Draft(decision, {
    id: '1',
    rev: 1,
    caseId: '7',
    subject: 'CHARGE',
    estimatedAmt: '400.00',
    claimAmtUsd: '9.00',
    recordStatus: 'Draft',
  });
  expect(stored.value('estimatedAmt')).toBe('400.00');
  stored.setLookedUp({ parent: { bizType: 'CARGO', estimatedAmt: '5000.00' }, lookups: {} });
  expect([stored.value('estimatedAmt'), stored.value('claimAmtUsd'), stored.isDirty()]).toEqual([
    '5000.00',
    '9.00',
    false,
  ]);
  expect(
    new Draft(await fixtureRules('claim-date'), undefined, { preset: { caseId: '7' } }).lookupKey(),
  ).toBeUndefined();
});

test('a child keeps the values whose formulas read rows that the form of its parent does not load', async () => {
  const lineOf = (id: string, taxIncldInd: string, taxRate: string) => ({
    id,
    rev: 1,
    headId: '9',
    lineNo: Number(id),
    stageId: id,
    stagePremium: '1000.00',
    lineAmt: '1000.00',
    payCur: 'USD',
    taxIncldInd,
    taxRate,
  });
  const bill = {
    id: '9',
    rev: 1,
    billType: 'PREMIUM',
    cur: 'USD',
    taxIncldInd: 'N',
    taxRate: '0.03',
    'bill-line': [lineOf('1', 'N', '0'), lineOf('2', 'Y', '0.06')],
  };
  const draft = new Draft(await fixtureRules('settlement-bill'), bill);
  const lines = draft.children.get('bill-line')!.rows;
  expect([draft.isDirty(), draft.value('taxIncldInd')]).toEqual([false, 'N']);
  expect(lines.map((line) => [line.value('taxIncldInd'), line.value('taxRate')])).toEqual([
    ['N', '0'],
    ['Y', '0.06'],
  ]);
  draft.set('monthOfExchangeRate', '202611');
  expect(draft.body()).toEqual({ rev: 1, monthOfExchangeRate: '202611' });
  lines[1]!.set('payCur', 'CNY');
  expect(draft.body()['bill-line']).toEqual([{ id: '2', rev: 1, payCur: 'CNY' }]);
});

test('a new child of a stored row takes over the fields that its reference fills', async () => {
  const { entity } = await fixtureRules('bill-invoice');
  const bill = { id: '9', billCompany: '2000', cur: 'USD', totalAmt: '1500.00', agent: 'PI01' };
  expect(childPreset({ via: 'headId' }, entity, bill)).toEqual({
    headId: '9',
    invocieCompany: '2000',
    invoiceCur: 'USD',
    invoiceAmount: '1500.00',
  });
});

test('a rule that asks whether a looked-up row has a value is tested only when the row is loaded', async () => {
  const line = { id: '2', rev: 1, headId: '1', lineNo: 1, stageId: '7', taxIncldInd: 'N', taxRate: '0', payCur: 'USD' };
  const parent = { billType: 'PREMIUM', billCompany: '2000', agent: 'PI01', cur: 'USD', policyYear: '2026' };
  const of = (await fixtureRules('settlement-bill')).children.get('bill-line')!;
  const problemsWith = (lookups?: Record<string, Row>): string[] =>
    [...of.validate(line, { old: line, parent, ...(lookups && { lookups }) }).values()].flat().map(({ key }) => key);
  expect(problemsWith()).toEqual([]);
  const stage = { billType: 'RETURN', billCompany: '2000', payee: 'PI01', cur: 'USD', policyYear: '2026' };
  expect(problemsWith({ stage })).toEqual(['MSG_bill_0145']);
});
