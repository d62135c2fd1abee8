import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult } from './caseResult.ts';
import { REPORTS } from './requestedEntities.ts';

/**
 * A run checks its entities in parts, each in a process of its own. A part appends the results of each entity to its
 * file, so that an interrupted run keeps them.
 */
const fileOf = (part: number): string => join(REPORTS, `results-${part}.jsonl`);

/** Appends the results of an entity to the file of a part. */
export const appendResults = (part: number, results: readonly CaseResult[]): void =>
  appendFileSync(fileOf(part), `${JSON.stringify(results)}\n`);

/** Removes the results of the run before. */
export function removeResults(parts: number): void {
  for (let part = 0; part < parts; part++) rmSync(fileOf(part), { force: true });
}

/** The results of all parts, in the order of the entities. */
export function readResults(parts: number, entities: readonly { name: string }[]): CaseResult[] {
  const lines = Array.from({ length: parts }, (_, part) => fileOf(part))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter(Boolean);
  const byEntity = Map.groupBy(
    lines.flatMap((line) => JSON.parse(line) as CaseResult[]),
    ({ entity }) => entity,
  );
  return entities.flatMap(({ name }) => byEntity.get(name) ?? []);
}
