import { describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { accessThroughScenarios } from './scenarios/accessThrough.ts';
import { isChecked, ROOTS } from './checkedEntities.ts';
import type { Store } from './oracles/api.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore } from './useStore.ts';

/**
 * Every entity whose rows are visible through another (`x-access.through`), on generated rows: for users who see the
 * other row and users who do not.
 */
const model = compiledModel(ROOTS);
const sampler = new Sampler(model);
const entities = Object.values(model.entities).filter((entity) => entity.access?.through !== undefined);
const cases = entities.filter(isChecked);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
});

test('mails are visible through another entity', () => expect(entities.map(({ name }) => name)).toContain('mail'));

describe.each(cases.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  test('is visible with the row it refers to, and only users who see that row can create it', async () => {
    const scenarios = accessThroughScenarios(entity, { sampler, store, turns: 1 });
    expect(scenarios.length).toBe(2);
    for (const { title, run } of scenarios) expect(await run(), title).toEqual([]);
  });
});
