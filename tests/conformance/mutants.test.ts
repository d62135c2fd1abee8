import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../http/server.ts';
import { Store } from './judges/api.ts';
import { catches, openTrial, type Trial } from './mutants/caught.ts';
import { mutantsOf } from './mutants/mutants.ts';
import { chosen } from './report/chosen.ts';
import { linesOf, printHtml, printJUnit, printText } from './report/print.ts';
import type { Verdict } from './report/verdicts.ts';
import { Sampler } from './sampleRow.ts';

/** A fixed sample of `npm run conformance -- --mutants`: a rule of each sort is missed by a case when it is taken away. */
const SAMPLE: Record<string, string[]> = {
  'berth-visit': ['x-order visit-period', 'x-unique visit-no', 'x-noOverlap berth-busy', 'required berth', 'maxLength berth', 'x-rule dues-cap'],
  vessel: ['x-order', 'x-noOverlap', 'required vslCde'],
};
const { model } = chosen([]);

let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  store = new Store(server);
});
afterAll(() => server.close());

describe.each(Object.entries(SAMPLE))('%s', (name, wanted) => {
  const entity = model.entities[name]!;
  const mutants = mutantsOf(entity, model);
  let trial: Trial;
  beforeAll(() => { trial = openTrial(entity, model, new Sampler(model)); });

  test.each(wanted)('without %s fails a case', async (start) => {
    const mutant = mutants.find((one) => one.name.startsWith(start));
    expect(mutant, mutants.map((one) => one.name).join(', ')).toBeDefined();
    const before = await server.footprint();
    expect(await catches(mutant!, trial, store)).toEqual(expect.any(String));
    // what is tried in the database is undone; the rows that the row refers to stay
    if (mutant!.guards) expect((await server.pool.query('select relname from pg_class where relname = any($1)', [mutant!.guards])).rows).toHaveLength(mutant!.guards.length);
    else expect(await server.footprint()).toBe(before);
  });

  test('as it is fails none', async () => {
    expect(await catches({ name: 'nothing', entity }, trial, store)).toBeUndefined();
    expect(await catches({ name: 'no constraint', entity, guards: [] }, trial, store)).toBeUndefined();
  });
});

test('an entity that nobody has is told with the nearest that there is', () => {
  expect(() => chosen(['vesel'])).toThrow('there is no entity "vesel"; did you mean "vessel"?');
});

describe('the report', () => {
  const verdict = (more: Partial<Verdict>): Verdict => ({ entity: 'tug', rule: 'price maximum', title: 'price "<7>"', expected: 'price MSG', opinions: { form: { right: true, says: 'price MSG' }, api: { right: true, says: 'price MSG' } }, ...more });
  const verdicts = [verdict({}), verdict({ title: 'price "8"', opinions: { form: { right: true, says: 'price MSG' }, api: { right: true, says: 'price MSG' }, database: { right: false, says: 'taken' } } }), verdict({ rule: 'tug-no', opinions: {} })];

  test('counts rule × judge, and names the judge that does not agree', () => {
    expect(linesOf(verdicts)).toMatchObject([
      { rule: 'price maximum', cases: 2, agree: false, judges: { form: { right: 2, asked: 2 }, api: { right: 2, asked: 2 }, database: { right: 0, asked: 1 } } },
      { rule: 'tug-no', cases: 1, agree: true },
    ]);
    const text = printText(verdicts);
    expect(text).toMatch(/^✗ tug {2}price maximum +✓ 2 +✓ 2 +✗ 0\/1$/m);
    expect(text).toContain('tug: price "8"\n  the schema: price MSG\n  form: price MSG\n  api: price MSG\n  database: taken');
    expect(text).toContain('1 rules on which the judges do not agree');
    expect(printText(verdicts.slice(0, 1))).not.toContain('✗');
    expect(printText([])).not.toContain('agree');
  });

  test('is a page and a JUnit file, with what was typed escaped', () => {
    expect(printHtml(verdicts)).toContain('price &quot;&lt;7&gt;&quot;');
    const junit = printJUnit(verdicts);
    expect(junit).toContain('<testsuite name="tug" tests="5" failures="1">');
    expect(junit).toContain('<failure message="the schema: price MSG; database: taken"/>');
    expect(printJUnit([verdict({ title: 'price \u0000' })])).not.toContain('\u0000');
  });
});
