import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { levelScenarios } from './scenarios/levels.ts';
import type { Store } from './oracles/api.ts';
import { Sampler } from './sampler.ts';
import { useStore } from './useStore.ts';

/**
 * Every entity with an approval, on generated rows: each level, the submitter's own item, and amounts at and next to
 * each limit.
 */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
});

describe.each(
  Object.values(model.entities)
    .filter(({ approval }) => approval)
    .map((entity) => ({ name: entity.name, entity })),
)('$name', ({ entity }) => {
  test('is decided by the levels that its amount requires, in order, and not by its submitter', async () => {
    const scenarios = await levelScenarios(entity, { sampler, store, turns: 1 });
    expect(scenarios.length).toBeGreaterThan(1);
    for (const { title, run } of scenarios) expect(await run(), title).toEqual([]);
  });
});
