import { expect, test } from 'vitest';
import type { TestServer } from '../../http/server.ts';
import type { Store } from '../oracles/api.ts';
import { Sampler } from '../sampler/sampler.ts';
import { removeApprovalRules } from '../scenarios/deciders.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';
import { resultsOf } from './caseResults.ts';
import { summary } from './print.ts';
import { requestedPart } from './requestedEntities.ts';
import { appendResults } from './resultFiles.ts';

/** `npm run conformance`: checks every rule of a part of the requested entities in form, API and database. */

const only = process.env['CONFORMANCE_RULE'] ?? '';
const { part, model, entities } = requestedPart();
const sampler = new Sampler(model);

let server: TestServer;
let store: Store;
useStore((fixture) => {
  ({ server, store } = fixture);
}, WITH_PARTNERS);

test.for(entities.map(({ name }) => name))('%s', async (name, { task }) => {
  const results = await resultsOf(model.entities[name]!, {
    model,
    sampler,
    server,
    store,
    ...(only === '' ? {} : { includesRule: (rule: string) => rule === only }),
  });
  appendResults(part, { entity: name, results });
  task.meta.summary = summary(results);
  await removeApprovalRules(store);
  if (only === '') expect(results.length).toBeGreaterThan(0);
});
