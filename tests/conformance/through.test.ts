import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { throughDeeds } from './deeds/through.ts';
import type { Store } from './judges/api.ts';
import { Sampler } from './sampleRow.ts';
import { useStore } from './useStore.ts';

/**
 * Every entity whose rows are seen with another (`x-access.through`), on rows that nobody wrote by hand: by who sees
 * the other, and by who does not.
 */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);
const cases = Object.values(model.entities).filter((entity) => entity.access?.through !== undefined);

let store: Store;
useStore((ground) => {
  ({ store } = ground);
});

test('the product has such entities', () => expect(cases.map(({ name }) => name)).toContain('mail'));

describe.each(cases.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  test('is seen with what it refers to, and filed there only by who sees that', async () => {
    const deeds = throughDeeds(entity, { sampler, store, turns: 1 });
    expect(deeds.length).toBe(2);
    for (const { title, ask } of deeds) expect(await ask(), title).toEqual([]);
  });
});
