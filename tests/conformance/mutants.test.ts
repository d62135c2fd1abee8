import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../http/server.ts';
import { isLongRun } from '../longTest.ts';
import type { Store } from './oracles/api.ts';
import { findFailingCase, openTrial, type Trial } from './mutants/trial.ts';
import { mutantsOf } from './mutants/mutants.ts';
import { serverWrittenOverlaps } from './overlaps.ts';
import { requestedEntities } from './report/requestedEntities.ts';
import { keywords, printKeywords } from './report/keywords.ts';
import { printHtml } from './report/page.ts';
import { linesOf, printJUnit, printText } from './report/print.ts';
import { checkedCase, isPassed, type CaseResult } from './report/caseResult.ts';
import { inOrder } from './report/resultFiles.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/**
 * A fixed sample of `npm run conformance -- --mutants`: for one rule of each type, a case fails when the rule is
 * removed.
 */
const SAMPLE: Record<string, string[]> = {
  'policy-term': [
    'x-gate edit',
    'x-requiredAt confirm broker',
    'needs place broker',
    'guard ',
    'step ',
    'from ',
    'readOnly days',
    'x-compute days',
    'x-compute once days',
    'x-compute overridable premium',
    'x-noOverlap term-period where without',
    'x-noOverlap term-period where not',
  ],
  'vessel-pre-entry': ['x-unique pre-entry where without', 'x-unique pre-entry where not'],
  pilotage: [
    'x-ref pilotId',
    'where pilotId',
    'x-unique pilotage-no',
    'x-number pilotageNo',
    'x-normalize feeCur',
    'default finished',
  ],
  'berth-visit': [
    'x-child',
    'x-sum shares-100',
    'x-order visit-period',
    'x-unique visit-no',
    'x-noOverlap berth-busy',
    'required berth',
    'maxLength berth',
    'x-rule dues-cap',
  ],
  vessel: ['x-order', 'x-noOverlap', 'required vslCde', 'x-latest', 'x-changeLog'],
  'tariff-version': ['x-version keeps', 'x-version copy tariff-line resets', 'x-version distinct'],
  salvage: ['x-approval', 'x-approval step approve'],
  lighthouse: ['x-access edit creater, keeper, edit', 'x-access edit creater, keeper, light'],
  'lighthouse-letter': ['actor reader opened open'],
};
/** Entities whose trials take longest: only `npm run test:all` runs them. */
const LONG = new Set(['policy-term', 'vessel', 'vessel-pre-entry', 'pilotage', 'tariff-version', 'salvage']);
const sample = Object.entries(SAMPLE).filter(([name]) => isLongRun || !LONG.has(name));

const { model } = requestedEntities([]);
const sampler = new Sampler(model);

let server: TestServer;
let store: Store;
useStore((fixture) => {
  ({ server, store } = fixture);
}, WITH_PARTNERS);

describe.each(sample)('%s', (name, wanted) => {
  const entity = model.entities[name]!;
  const mutants = mutantsOf(entity, model);
  let trial: Trial;
  beforeAll(async () => {
    trial = await openTrial(entity, model, sampler, store);
  });

  test.each(wanted)('a case fails without %s', async (start) => {
    const mutant = mutants.find((one) => one.name.startsWith(start));
    expect(mutant, mutants.map((one) => one.name).join(', ')).toBeDefined();
    const before = await server.footprint();
    expect(await findFailingCase(mutant!, trial, store)).toEqual(expect.any(String));
    // direct inserts are rolled back, but rows that they refer to are stored
    if (mutant!.guards)
      expect(
        (
          await server.pool.query(
            `select relname from pg_class where relname = any($1) union select conname from pg_constraint where conname = any($1) union select tgname from pg_trigger where tgname = any($1)`,
            [mutant!.guards],
          )
        ).rows,
      ).toHaveLength(mutant!.guards.length);
    else if (!mutant!.checks) expect(await server.footprint()).toBe(before);
    // the product works on the original model again
    expect(server.kernel.registry.model.entities[name]).toEqual(entity);
  });

  test('no case fails with all rules', async () => {
    expect(await findFailingCase({ name: 'nothing', entity }, trial, store)).toBeUndefined();
    expect(await findFailingCase({ name: 'no constraint', entity, guards: [] }, trial, store)).toBeUndefined();
  });
});

test('suggests the nearest name for an unknown entity', () => {
  expect(() => requestedEntities(['vesel'])).toThrow('there is no entity "vesel"; did you mean "vessel"?');
});

test('reports a case whose preparation fails, and continues', async () => {
  const head = { entity: 'tug', rule: 'tug-busy', title: 'tug-busy: the same days', expected: 'validFrom MSG' };
  expect(
    await checkedCase(head, () => {
      throw new Error('POST /api/tug answered 409');
    }),
  ).toEqual({
    ...head,
    byOracle: { api: { passed: false, notRun: true, actual: 'could not run: POST /api/tug answered 409' } },
  });
});

describe('the report', () => {
  const caseResult = (more: Partial<CaseResult>): CaseResult => ({
    entity: 'tug',
    rule: 'price maximum',
    title: 'price "<7>"',
    expected: 'price MSG',
    byOracle: { form: { passed: true, actual: 'price MSG' }, api: { passed: true, actual: 'price MSG' } },
    ...more,
  });
  const results = [
    caseResult({}),
    caseResult({
      title: 'price "8"',
      byOracle: {
        form: { passed: true, actual: 'price MSG' },
        api: { passed: true, actual: 'price MSG' },
        database: { passed: false, actual: 'accepted' },
      },
    }),
    caseResult({ rule: 'tug-no', byOracle: {} }),
  ];

  test('counts the cases of each rule and oracle, and marks the oracle that failed', () => {
    expect(linesOf(results)).toMatchObject([
      {
        rule: 'price maximum',
        cases: 2,
        isPassed: false,
        oracles: { form: { passed: 2, total: 2 }, api: { passed: 2, total: 2 }, database: { passed: 0, total: 1 } },
      },
      { rule: 'tug-no', cases: 1, isPassed: true },
    ]);
    const text = printText(results);
    expect(text).toMatch(/^✗ tug {2}price maximum +✓ 2 +✓ 2 +✗ 0\/1$/m);
    expect(text).toContain(
      'tug: price "8"\n  expected: price MSG\n  form: price MSG\n  api: price MSG\n  database: accepted',
    );
    expect(text).toContain(': 1 rules failed');
    expect(printText(results.slice(0, 1))).not.toContain('✗');
    expect(printText([...results.slice(0, 1), caseResult({ title: 'nothing breaks it', byOracle: {} })])).toMatch(
      /not tested by any record: tug price maximum\n\n.*; 1 rules not tested by any record/,
    );
    const notRun = caseResult({
      rule: 'price minimum',
      byOracle: { api: { passed: false, notRun: true, actual: 'could not run: no row found' } },
    });
    expect(printText([...results.slice(0, 1), notRun])).toMatch(
      /: all that could run passed; cases of 1 rules could not run: a prerequisite was refused, no record was found, or the run ended before$/,
    );
    expect(printText([...results, notRun])).toMatch(/: 1 rules failed; cases of 1 rules could not run: /);
    expect(printText([])).not.toMatch(/passed|failed/);
  });

  test('says of which entities it has no results', () => {
    const lines = [
      { entity: 'tug', results: [caseResult({})] },
      { entity: 'pilot', results: [] },
    ];
    const all = inOrder(lines, [{ name: 'dock' }, { name: 'pilot' }, { name: 'tug' }]);
    expect(all.map(({ entity }) => entity)).toEqual(['dock', 'tug']);
    expect(all.map(isPassed)).toEqual([false, true]);
    const text = printText(all);
    expect(text).toContain('dock: not checked\n');
    expect(text).toContain('  rerun: npm run conformance dock\n');
    expect(text).not.toContain('pilot');
    expect(text).toMatch(/: all that could run passed; cases of 1 rules could not run: .*the run ended before$/);
    expect(printJUnit(all)).toContain('<testsuite name="dock" tests="1" failures="1">');
  });

  test('lists every keyword, with its cases or its effect', () => {
    const words = keywords();
    expect(words.filter(({ cases, instead }) => (cases === undefined) === (instead === undefined))).toEqual([]);
    expect(words).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ word: 'entity x-gate', cases: expect.any(String) }),
        expect.objectContaining({ word: 'entity x-requiredAt', cases: expect.any(String) }),
        { word: 'entity title', instead: 'a note for editors and readers of the file' },
      ]),
    );
    expect(printKeywords()).toMatch(/^ {2}field maxLength +at the length and one more$/m);
  });

  test('writes an HTML page and a JUnit file with escaped values', () => {
    expect(printHtml(results)).toContain('price &quot;&lt;7&gt;&quot;');
    const page = printHtml(
      [
        caseResult({
          rule: 'fee required',
          input: { fee: null },
          byOracle: { api: { passed: false, actual: 'accepted' } },
        }),
        ...results,
      ],
      new Map([
        ['MSG', 'unused'],
        ['MSG_tug_0001', 'Too dear / 太贵'],
      ]),
    );
    expect(page).toContain('Failed rules (2)');
    expect(page).toContain('npm run conformance tug -- --rule &quot;fee required&quot;');
    expect(page).toContain('&quot;fee&quot;: null');
    expect(page).toContain('Rules not tested (1)');
    expect(
      printText(
        [caseResult({ expected: 'fee MSG_tug_0001', byOracle: { api: { passed: false, actual: 'accepted' } } })],
        new Map([['MSG_tug_0001', 'Too dear / 太贵']]),
      ),
    ).toContain('expected: fee MSG_tug_0001 “Too dear / 太贵”');
    const junit = printJUnit(results);
    expect(junit).toContain('<testsuite name="tug" tests="5" failures="1">');
    expect(junit).toContain('<failure message="expected: price MSG; database: accepted"/>');
    expect(printJUnit([caseResult({ title: 'price \u0000' })])).not.toContain('\u0000');
  });
});

test('a period rule with states is tested with two rows in such a state and two rows in another', () => {
  const visit = model.entities['berth-visit']!;
  const [rule] = visit.noOverlap;
  const other = { ...visit, noOverlap: [{ ...rule!, where: "self.recordStatus != 'Unconfirm'" }] };
  const pairs = serverWrittenOverlaps(
    other,
    other.noOverlap[0]!,
    new Sampler({ ...model, entities: { ...model.entities, 'berth-visit': other } }),
  );
  expect(
    pairs.map(({ serverValues, expected }) => [serverValues!['recordStatus'] === 'Unconfirm', expected.length > 0]),
  ).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
});
