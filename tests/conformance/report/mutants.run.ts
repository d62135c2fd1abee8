import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import type { Store } from '../oracles/api.ts';
import { findFailingCase, openTrial } from '../mutants/trial.ts';
import { mutantsOf } from '../mutants/mutants.ts';
import { Sampler } from '../sampler/sampler.ts';
import { removeApprovalRules } from '../scenarios/deciders.ts';
import { requestedEntities, REPORTS } from './requestedEntities.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';

/**
 * `npm run conformance -- --mutants`: removes each rule by itself, and lists the rules whose removal makes no case
 * fail. Results are stored, and reused while the schemas are unchanged.
 */
const { model, entities } = requestedEntities((process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean));

/** The result of a mutant; `by` is the case that fails, null if none does. */
interface Outcome {
  entity: string;
  schemaHash: string;
  mutant: string;
  by: string | null;
}

const STORED = join(REPORTS, 'mutants.jsonl');
if (process.env['CONFORMANCE_FRESH'] === 'true') rmSync(STORED, { force: true });
const stored = existsSync(STORED)
  ? readFileSync(STORED, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Outcome)
  : [];
const outcomes: Outcome[] = [];
// one sampler for all entities, because the rows of earlier entities stay in the database
const sampler = new Sampler(model);

let store: Store;
useStore((fixture) => {
  ({ store } = fixture);
}, WITH_PARTNERS);
afterAll(() => {
  writeFileSync(join(REPORTS, 'mutants.txt'), `${report()}\n`);
});

test.for(entities.map(({ name }) => name))('%s', async (name, { task }) => {
  await checkMutantsOf(name);
  task.meta.outcome = `removal detected of ${shareOf(outcomes.filter(({ entity }) => entity === name))}`;
});

/** Removes each rule of an entity whose removal has no stored result. */
async function checkMutantsOf(name: string): Promise<void> {
  const entity = model.entities[name]!;
  const schemaHash = hash('sha256', JSON.stringify(entity, withoutSpec)).slice(0, 16);
  const known = stored.filter((one) => one.entity === name && one.schemaHash === schemaHash);
  const mutants = mutantsOf(entity, model);
  outcomes.push(...known.filter(({ mutant }) => mutants.some((one) => one.name === mutant)));
  const pending = mutants.filter((mutant) => !known.some((one) => one.mutant === mutant.name));
  if (pending.length === 0) return;
  const trial = await openTrial(entity, model, sampler, store);
  for (const mutant of pending) {
    const outcome = {
      entity: name,
      schemaHash,
      mutant: mutant.name,
      by: (await findFailingCase(mutant, trial, store)) ?? null,
    };
    appendFileSync(STORED, `${JSON.stringify(outcome)}\n`);
    outcomes.push(outcome);
  }
  await removeApprovalRules(store);
}

/** The number of detected removals, and of all. */
const shareOf = (list: readonly Outcome[]): string => `${list.filter(({ by }) => by !== null).length}/${list.length}`;

/** Omits references to the specification, which have no effect. */
const withoutSpec = (key: string, value: unknown): unknown => (key === 'spec' ? undefined : value);

function report(): string {
  const missed = outcomes.filter(({ by }) => by === null);
  const lines = [...Map.groupBy(outcomes, ({ entity }) => entity)].map(
    ([entity, list]) => `  ${entity.padEnd(28)} ${shareOf(list)}`,
  );
  const share = outcomes.length === 0 ? 100 : (100 * (outcomes.length - missed.length)) / outcomes.length;
  return [
    ...lines,
    '',
    ...missed.map(({ entity, mutant }) => `removal not detected: ${entity} ${mutant}`),
    ...(missed.length > 0 ? [''] : []),
    `removal detected: ${outcomes.length - missed.length} of ${outcomes.length} rules (${share.toFixed(1)} %)`,
  ].join('\n');
}
