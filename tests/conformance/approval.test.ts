import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { levelDeeds } from './deeds/levels.ts';
import type { Store } from './judges/api.ts';
import { Sampler } from './sampleRow.ts';
import { useStore } from './useStore.ts';

/**
 * Every entity with an approval, on rows that nobody wrote by hand: each level, one's own item, and amounts just at and
 * beside each limit.
 */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);

let store: Store;
useStore((ground) => {
  ({ store } = ground);
});

describe.each(
  Object.values(model.entities)
    .filter(({ approval }) => approval)
    .map((entity) => ({ name: entity.name, entity })),
)('$name', ({ entity }) => {
  test('climbs the levels that its amount needs, one after the other, and is decided by nobody who submitted it', async () => {
    const deeds = await levelDeeds(entity, { sampler, store, turns: 1 });
    expect(deeds.length).toBeGreaterThan(1);
    for (const { title, ask } of deeds) expect(await ask(), title).toEqual([]);
  });
});
