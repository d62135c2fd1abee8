import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import type { Store } from '../judges/api.ts';
import { catches, openTrial } from '../mutants/caught.ts';
import { mutantsOf } from '../mutants/mutants.ts';
import { Sampler } from '../sampleRow.ts';
import { chosen, REPORTS } from './chosen.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';

/**
 * `npm run conformance -- --mutants`: which rules could be taken away without a case that fails. What is done is kept,
 * and not done again while the schemas are the same.
 */
const { model, entities } = chosen((process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean));

/** What became of a mutant; `by`: the case that fails, null where none does. */
interface Outcome {
  entity: string;
  of: string;
  mutant: string;
  by: string | null;
}

const KEPT = join(REPORTS, 'mutants.jsonl');
if (process.env['CONFORMANCE_FRESH'] === 'true') rmSync(KEPT, { force: true });
const kept = existsSync(KEPT)
  ? readFileSync(KEPT, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Outcome)
  : [];
const outcomes: Outcome[] = [];
// one for all: rows of one entity stay beside those of the next
const sampler = new Sampler(model);

let store: Store;
useStore((ground) => {
  ({ store } = ground);
}, WITH_PARTNERS);
afterAll(() => {
  writeFileSync(join(REPORTS, 'mutants.txt'), `${report()}\n`);
});

test.each(entities.map(({ name }) => name))('%s', async (name) => {
  const entity = model.entities[name]!;
  const of = hash('sha256', JSON.stringify(entity, judged)).slice(0, 16);
  const known = kept.filter((one) => one.entity === name && one.of === of);
  const mutants = mutantsOf(entity, model);
  outcomes.push(...known.filter(({ mutant }) => mutants.some((one) => one.name === mutant)));
  const left = mutants.filter((mutant) => !known.some((one) => one.mutant === mutant.name));
  if (left.length === 0) return;
  const trial = await openTrial(entity, model, sampler, store);
  for (const mutant of left) {
    const outcome = { entity: name, of, mutant: mutant.name, by: (await catches(mutant, trial, store)) ?? null };
    appendFileSync(KEPT, `${JSON.stringify(outcome)}\n`);
    outcomes.push(outcome);
  }
});

/** Where a rule comes from changes nothing of it. */
const judged = (key: string, value: unknown): unknown => (key === 'spec' ? undefined : value);

function report(): string {
  const missed = outcomes.filter(({ by }) => by === null);
  const lines = [...Map.groupBy(outcomes, ({ entity }) => entity)].map(
    ([entity, list]) => `  ${entity.padEnd(28)} ${list.filter(({ by }) => by !== null).length}/${list.length}`,
  );
  const share = outcomes.length === 0 ? 100 : (100 * (outcomes.length - missed.length)) / outcomes.length;
  return [
    ...lines,
    '',
    ...missed.map(({ entity, mutant }) => `no case fails without it: ${entity} ${mutant}`),
    ...(missed.length > 0 ? [''] : []),
    `without ${outcomes.length - missed.length} of ${outcomes.length} rules, each taken away by itself, some case fails: ${share.toFixed(1)} % are caught`,
  ].join('\n');
}
