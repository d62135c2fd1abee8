import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { shortDeedsOf } from './deeds/deeds.ts';
import type { Store } from './judges/api.ts';
import { Sampler } from './sampleRow.ts';
import { useStore, WITH_PARTNERS } from './useStore.ts';

/**
 * What words make of records: formulae, defaults, capitals, running numbers, of every entity, on rows that nobody wrote
 * by hand.
 */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);

let store: Store;
useStore((ground) => {
  ({ store } = ground);
}, WITH_PARTNERS);

test.each(
  Object.values(model.entities)
    .filter(({ readOnly }) => !readOnly)
    .map(({ name }) => name),
)('%s is made of what is given as its schema says', async (name) => {
  const found: string[] = [];
  for (const { title, ask, isRefused } of await shortDeedsOf(model.entities[name]!, { sampler, store, turns: 1 }))
    if (!isRefused) found.push(...(await ask()).map((line) => `${title}: ${line}`));
  expect(found, found.join('\n')).toEqual([]);
});
