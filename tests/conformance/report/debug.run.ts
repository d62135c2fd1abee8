import { writeFileSync, appendFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Store } from '../judges/api.ts';
import { catches } from '../mutants/caught.ts';
import { mutantsOf } from '../mutants/mutants.ts';
import { deedsOf } from '../deeds/deeds.ts';
import { Sampler } from '../sampleRow.ts';
import { chosen } from './chosen.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';
const { model, entities } = chosen((process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean));
const sampler = new Sampler(model);
let store: Store;
useStore((ground) => { ({ store } = ground); }, WITH_PARTNERS);
const OUT = process.env['DEBUG_OUT']!;
const only = new RegExp(process.env['DEBUG_RULE'] ?? '.');
writeFileSync(OUT, '');
const say = (line: string) => appendFileSync(OUT, `${line}\n`);
test.each(entities.map(({ name }) => name))('%s', async (name) => {
  const entity = model.entities[name]!;
  const t0 = Date.now();
  try {
  const deeds = await deedsOf(entity, { sampler, store, turns: 4 });
  const t1 = Date.now();
  for (const deed of deeds) { const wrong = await deed.ask(); if (wrong.length) say(`UNSOUND ${name} ${deed.title} [${deed.rules}]: ${wrong.slice(0, 2).join('; ').slice(0, 700)}`); }
  const t2 = Date.now();
  const trial = { deeds: () => Promise.resolve(deeds) } as never;
  let n = 0, m = 0;
  for (const mutant of mutantsOf(entity, model).filter(({ asks, name: rule }) => asks && 'deeds' in asks && only.test(rule))) {
    n++;
    let by; try { by = await catches(mutant, trial, store); } catch (error) { by = undefined; say(`THROWN ${name} ${mutant.name}: ${(error as Error).message.slice(0,300)}`); }
    if (by === undefined) say(`MISSED ${name} ${mutant.name} ${deeds.some((d) => d.rules.includes(mutant.name)) ? '(deed)' : ''}`); else { m++; if (process.env['DEBUG_ALL']) say(`  ${name} ${mutant.name} BY ${by.slice(0, 200)}`); }
  }
  say(`${name}: ${m}/${n}; drawn ${t1 - t0} ms, asked ${t2 - t1} ms, mutants ${Date.now() - t2} ms`);
  } catch (error) { say(`FAILED ${name}: ${(error as Error).stack}`); }
});
