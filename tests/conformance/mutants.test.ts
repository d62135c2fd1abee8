import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../http/server.ts';
import type { Store } from './judges/api.ts';
import { catches, openTrial, type Trial } from './mutants/caught.ts';
import { mutantsOf } from './mutants/mutants.ts';
import { keptOverlaps } from './overlaps.ts';
import { chosen } from './report/chosen.ts';
import { keywords, printKeywords } from './report/keywords.ts';
import { printHtml } from './report/page.ts';
import { linesOf, printJUnit, printText } from './report/print.ts';
import { judged, type Verdict } from './report/verdict.ts';
import { Sampler } from './sampleRow.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/**
 * A fixed sample of `npm run conformance -- --mutants`: a rule of each sort is missed by a case when it is taken away.
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
  'tariff-version': ['x-version keeps', 'x-version copy tariff-line anew', 'x-version distinct'],
  salvage: ['x-approval', 'x-approval step approve'],
  lighthouse: ['x-access edit creater, keeper, edit', 'x-access edit creater, keeper, light'],
  'lighthouse-letter': ['actor reader opened open'],
};
const { model } = chosen([]);
const sampler = new Sampler(model);

let server: TestServer;
let store: Store;
useStore((ground) => {
  ({ server, store } = ground);
}, WITH_PARTNERS);

describe.each(Object.entries(SAMPLE))('%s', (name, wanted) => {
  const entity = model.entities[name]!;
  const mutants = mutantsOf(entity, model);
  let trial: Trial;
  beforeAll(async () => {
    trial = await openTrial(entity, model, sampler, store);
  });

  test.each(wanted)('without %s fails a case', async (start) => {
    const mutant = mutants.find((one) => one.name.startsWith(start));
    expect(mutant, mutants.map((one) => one.name).join(', ')).toBeDefined();
    const before = await server.footprint();
    expect(await catches(mutant!, trial, store)).toEqual(expect.any(String));
    // what is tried in the database is undone; the rows that the row refers to stay
    if (mutant!.guards)
      expect(
        (
          await server.pool.query(
            `select relname from pg_class where relname = any($1) union select conname from pg_constraint where conname = any($1) union select tgname from pg_trigger where tgname = any($1)`,
            [mutant!.guards],
          )
        ).rows,
      ).toHaveLength(mutant!.guards.length);
    else if (!mutant!.asks) expect(await server.footprint()).toBe(before);
    // the product is back at work on the whole model
    expect(server.kernel.registry.model.entities[name]).toEqual(entity);
  });

  test('as it is fails none', async () => {
    expect(await catches({ name: 'nothing', entity }, trial, store)).toBeUndefined();
    expect(await catches({ name: 'no constraint', entity, guards: [] }, trial, store)).toBeUndefined();
  });
});

test('an entity that nobody has is told with the nearest that there is', () => {
  expect(() => chosen(['vesel'])).toThrow('there is no entity "vesel"; did you mean "vessel"?');
});

test('a case whose calls are answered otherwise than they must be has failed, and ends nothing', async () => {
  const head = { entity: 'tug', rule: 'tug-busy', title: 'tug-busy: the same days', expected: 'validFrom MSG' };
  expect(
    await judged(head, () => {
      throw new Error('POST /api/tug answered 409');
    }),
  ).toEqual({
    ...head,
    opinions: { api: { right: false, untried: true, says: 'could not be tried: POST /api/tug answered 409' } },
  });
});

describe('the report', () => {
  const verdict = (more: Partial<Verdict>): Verdict => ({
    entity: 'tug',
    rule: 'price maximum',
    title: 'price "<7>"',
    expected: 'price MSG',
    opinions: { form: { right: true, says: 'price MSG' }, api: { right: true, says: 'price MSG' } },
    ...more,
  });
  const verdicts = [
    verdict({}),
    verdict({
      title: 'price "8"',
      opinions: {
        form: { right: true, says: 'price MSG' },
        api: { right: true, says: 'price MSG' },
        database: { right: false, says: 'taken' },
      },
    }),
    verdict({ rule: 'tug-no', opinions: {} }),
  ];

  test('counts rule × judge, and names the judge that does not agree', () => {
    expect(linesOf(verdicts)).toMatchObject([
      {
        rule: 'price maximum',
        cases: 2,
        agree: false,
        judges: { form: { right: 2, asked: 2 }, api: { right: 2, asked: 2 }, database: { right: 0, asked: 1 } },
      },
      { rule: 'tug-no', cases: 1, agree: true },
    ]);
    const text = printText(verdicts);
    expect(text).toMatch(/^✗ tug {2}price maximum +✓ 2 +✓ 2 +✗ 0\/1$/m);
    expect(text).toContain(
      'tug: price "8"\n  the schema: price MSG\n  form: price MSG\n  api: price MSG\n  database: taken',
    );
    expect(text).toContain('1 rules on which the judges do not agree');
    expect(printText(verdicts.slice(0, 1))).not.toContain('✗');
    expect(printText([...verdicts.slice(0, 1), verdict({ title: 'nothing breaks it', opinions: {} })])).toMatch(
      /no record was found that shows, or breaks: tug price maximum\n\n.*of 1 rules no record/,
    );
    const untried = verdict({
      rule: 'price minimum',
      opinions: { api: { right: false, untried: true, says: 'could not be tried: no row found' } },
    });
    expect(printText([...verdicts.slice(0, 1), untried])).toMatch(
      /agree with the schema on what was tried; cases of 1 rules could not be tried: what must be there before them was refused, or no record was found$/,
    );
    expect(printText([...verdicts, untried])).toMatch(
      /: 1 rules on which the judges do not agree; cases of 1 rules could not be tried: /,
    );
    expect(printText([])).not.toContain('agree');
  });

  test('names every word of the vocabulary, with its cases or with what it does instead', () => {
    const words = keywords();
    expect(words.filter(({ cases, instead }) => (cases === undefined) === (instead === undefined))).toEqual([]);
    expect(words).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ word: 'entity x-gate', cases: expect.any(String) }),
        expect.objectContaining({ word: 'entity x-requiredAt', cases: expect.any(String) }),
        { word: 'entity title', instead: 'a note for editors and readers of the file' },
      ]),
    );
    expect(printKeywords()).toMatch(/^ {2}field maxLength +at the length and one over$/m);
  });

  test('is a page and a JUnit file, with what was typed escaped', () => {
    expect(printHtml(verdicts)).toContain('price &quot;&lt;7&gt;&quot;');
    const page = printHtml(
      [
        verdict({ rule: 'fee required', given: { fee: null }, opinions: { api: { right: false, says: 'taken' } } }),
        ...verdicts,
      ],
      new Map([
        ['MSG', 'unused'],
        ['MSG_tug_0001', 'Too dear / 太贵'],
      ]),
    );
    expect(page).toContain('What failed (2)');
    expect(page).toContain('npm run conformance tug -- --rule &quot;fee required&quot;');
    expect(page).toContain('&quot;fee&quot;: null');
    expect(page).toContain('What no record showed (1)');
    expect(
      printText(
        [verdict({ expected: 'fee MSG_tug_0001', opinions: { api: { right: false, says: 'taken' } } })],
        new Map([['MSG_tug_0001', 'Too dear / 太贵']]),
      ),
    ).toContain('the schema: fee MSG_tug_0001 “Too dear / 太贵”');
    const junit = printJUnit(verdicts);
    expect(junit).toContain('<testsuite name="tug" tests="5" failures="1">');
    expect(junit).toContain('<failure message="the schema: price MSG; database: taken"/>');
    expect(printJUnit([verdict({ title: 'price \u0000' })])).not.toContain('\u0000');
  });
});

test('a period rule for rows in some states is tried on two in such a state, and on two in another', () => {
  const visit = model.entities['berth-visit']!;
  const [rule] = visit.noOverlap;
  const other = { ...visit, noOverlap: [{ ...rule!, where: "self.recordStatus != 'Unconfirm'" }] };
  const pairs = keptOverlaps(
    other,
    other.noOverlap[0]!,
    new Sampler({ ...model, entities: { ...model.entities, 'berth-visit': other } }),
  );
  expect(pairs.map(({ past, expected }) => [past!['recordStatus'] === 'Unconfirm', expected.length > 0])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
});
