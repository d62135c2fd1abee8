import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import { type Mutant, mutantsOf } from '../mutants/mutants.ts';
import { REPORTS } from './requestedEntities.ts';

/** The result of a mutant; `by` is the case that fails, null if none does. */
export interface Outcome {
  entity: string;
  schemaHash: string;
  mutant: string;
  by: string | null;
}

const STORED = join(REPORTS, 'mutants.jsonl');

/** Stores the result of a mutant. It is reused while the schema of its entity is unchanged. */
export const appendOutcome = (outcome: Outcome): void => appendFileSync(STORED, `${JSON.stringify(outcome)}\n`);

/** Removes all stored results. */
export const removeOutcomes = (): void => rmSync(STORED, { force: true });

/** The mutants of an entity, those without a stored result, and the results of the others. */
export function mutantsWithOutcomes(
  entity: Entity,
  model: Model,
): { schemaHash: string; pending: Mutant[]; outcomes: Outcome[] } {
  const schemaHash = hash('sha256', JSON.stringify(entity, withoutSpec)).slice(0, 16);
  const known = storedOutcomes().filter((one) => one.entity === entity.name && one.schemaHash === schemaHash);
  const mutants = mutantsOf(entity, model);
  return {
    schemaHash,
    pending: mutants.filter(({ name }) => !known.some((one) => one.mutant === name)),
    outcomes: known.filter(({ mutant }) => mutants.some(({ name }) => name === mutant)),
  };
}

const storedOutcomes = (): Outcome[] =>
  existsSync(STORED)
    ? readFileSync(STORED, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Outcome)
    : [];

/** Omits references to the specification, which have no effect. */
const withoutSpec = (key: string, value: unknown): unknown => (key === 'spec' ? undefined : value);

/** The number of detected removals, and of all: `12 of 14`. */
export const detectedOf = (outcomes: readonly Outcome[]): string =>
  `${outcomes.filter(({ by }) => by !== null).length} of ${outcomes.length}`;

/** The report for a terminal: a line for each entity, each removal that no case detects, and the share. */
export function printOutcomes(outcomes: readonly Outcome[]): string {
  const missed = outcomes.filter(({ by }) => by === null);
  const lines = [...Map.groupBy(outcomes, ({ entity }) => entity)].map(
    ([entity, list]) => `  ${entity.padEnd(28)} ${detectedOf(list)}`,
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
