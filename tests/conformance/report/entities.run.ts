import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../http/server.ts';
import { Store } from '../judges/api.ts';
import { Sampler } from '../sampleRow.ts';
import { chosen, REPORTS } from './chosen.ts';
import { printHtml, printJUnit, printText } from './print.ts';
import { verdictsOf, type Verdict } from './verdicts.ts';

/** `npm run conformance`: every rule of the entities asked for before form, API and database. */
const { model, entities } = chosen((process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean));
const sampler = new Sampler(model);
const verdicts: Verdict[] = [];

let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  store = new Store(server);
});
afterAll(async () => {
  writeFileSync(join(REPORTS, 'report.txt'), `${printText(verdicts)}\n`);
  writeFileSync(join(REPORTS, 'report.html'), printHtml(verdicts));
  writeFileSync(join(REPORTS, 'junit.xml'), printJUnit(verdicts));
  await server.close();
});

test.each(entities.map(({ name }) => name))('%s', async (name) => {
  const own = await verdictsOf(model.entities[name]!, { model, sampler, server, store });
  verdicts.push(...own);
  expect(own.length).toBeGreaterThan(0);
});
