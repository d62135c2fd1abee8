import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { quickScenariosOf } from './scenarios/scenarios.ts';
import type { Store } from './oracles/api.ts';
import { isChecked } from './checkedEntities.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/** Formulas, defaults, conversion to capitals and running numbers of every entity, on generated rows. */
const root = join(import.meta.dirname, '../..');
const model = compiledModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
}, WITH_PARTNERS);

test.each(
  Object.values(model.entities)
    .filter((entity) => !entity.readOnly && isChecked(entity))
    .map(({ name }) => name),
)('sets fields of %s as its schema says', async (name) => {
  const found: string[] = [];
  for (const { title, run, isRefused } of await quickScenariosOf(model.entities[name]!, { sampler, store, turns: 1 }))
    if (!isRefused) found.push(...(await run()).map((line) => `${title}: ${line}`));
  expect(found, found.join('\n')).toEqual([]);
});
