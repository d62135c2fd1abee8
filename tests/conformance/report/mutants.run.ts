import { test } from 'vitest';
import type { Store } from '../oracles/api.ts';
import { findFailingCase, openTrial } from '../mutants/trial.ts';
import { Sampler } from '../sampler/sampler.ts';
import { removeApprovalRules } from '../scenarios/deciders.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';
import { appendOutcome, detectedOf, mutantsWithOutcomes } from './mutantOutcomes.ts';
import { requestedPart } from './requestedEntities.ts';

/**
 * `npm run conformance -- --mutants`: removes each rule of a part of the requested entities by itself, and stores which
 * case fails without it.
 */
const { model, entities } = requestedPart();
// one sampler for all entities, because the rows of earlier entities stay in the database
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
}, WITH_PARTNERS);

test.for(entities.map(({ name }) => name))('%s', async (name, { task }) => {
  await removeEachRule(name);
  const { outcomes } = mutantsWithOutcomes(model.entities[name]!, model);
  task.meta.summary = `${detectedOf(outcomes)} removals detected`;
});

/** Removes each rule of an entity whose removal has no stored result. */
async function removeEachRule(name: string): Promise<void> {
  const entity = model.entities[name]!;
  const { schemaHash, pending } = mutantsWithOutcomes(entity, model);
  if (pending.length === 0) return;
  const trial = await openTrial(entity, model, sampler, store);
  for (const mutant of pending) {
    const by = (await findFailingCase(mutant, trial, store)) ?? null;
    appendOutcome({ entity: name, schemaHash, mutant: mutant.name, by });
  }
  await removeApprovalRules(store);
}
