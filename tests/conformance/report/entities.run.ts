import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TestServer } from '../../http/server.ts';
import type { Store } from '../oracles/api.ts';
import { Sampler } from '../sampler/sampler.ts';
import { removeApprovalRules } from '../scenarios/deciders.ts';
import { requestedEntities, REPORTS } from './requestedEntities.ts';
import { printKeywords } from './keywords.ts';
import { messageTexts } from './messageTexts.ts';
import { printHtml } from './page.ts';
import { printJUnit, printText } from './print.ts';
import type { CaseResult } from './caseResult.ts';
import { resultsOf } from './caseResults.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';

/** `npm run conformance`: checks every rule of the requested entities in form, API and database. */

const named = (process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean);
const only = process.env['CONFORMANCE_RULE'] ?? '';
const isFullRun = named.length === 0 && only === '';
const { model, entities } = requestedEntities(named);
const sampler = new Sampler(model);
const texts = messageTexts(model);
const results: CaseResult[] = [];

let server: TestServer;
let store: Store;
useStore((fixture) => {
  ({ server, store } = fixture);
}, WITH_PARTNERS);
afterAll(() => {
  writeFileSync(
    join(REPORTS, 'report.txt'),
    `${printText(results, texts)}\n${isFullRun ? `\n${printKeywords()}\n` : ''}`,
  );
  writeFileSync(join(REPORTS, 'report.html'), printHtml(results, texts));
  writeFileSync(join(REPORTS, 'junit.xml'), printJUnit(results, texts));
});

test.each(entities.map(({ name }) => name))('%s', async (name) => {
  const own = await resultsOf(model.entities[name]!, {
    model,
    sampler,
    server,
    store,
    ...(only === '' ? {} : { includesRule: (rule: string) => rule === only }),
  });
  results.push(...own);
  await removeApprovalRules(store);
  if (only === '') expect(own.length).toBeGreaterThan(0);
});
