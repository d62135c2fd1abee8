import { describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { levelScenarios } from './scenarios/levels.ts';
import { isComplete, ROOTS } from './checkedEntities.ts';
import type { Store } from './oracles/api.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore } from './useStore.ts';

/** The fixture whose approval `npm test` checks; `npm run test:all` and `npm run conformance` check all entities. */
const FIXTURE = 'dredging';

/**
 * Every entity with an approval, on generated rows: each level, the submitter's own item, and amounts at and next to
 * each limit.
 */
const model = compiledModel(ROOTS);
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
});

describe.each(
  Object.values(model.entities)
    .filter((entity) => entity.approval && (isComplete || entity.name === FIXTURE))
    .map((entity) => ({ name: entity.name, entity })),
)('$name', ({ entity }) => {
  test('is decided by the levels that its amount requires, in order, and not by its submitter', async () => {
    const scenarios = await levelScenarios(entity, { sampler, store, turns: 1 });
    expect(scenarios.length).toBeGreaterThan(1);
    for (const { title, run } of scenarios) expect(await run(), title).toEqual([]);
  });
});
