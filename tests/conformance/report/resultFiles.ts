import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseResult, notChecked } from './caseResult.ts';
import { REPORTS } from './requestedEntities.ts';

/** The results of an entity: a line in the file of its part. */
export interface EntityResults {
  entity: string;
  results: readonly CaseResult[];
}

const FILE = /^results-\d+\.jsonl$/;

/** Paths of the files of all parts. */
const files = (): string[] => readdirSync(REPORTS).flatMap((name) => (FILE.test(name) ? [join(REPORTS, name)] : []));

/**
 * Appends the results of an entity to the file of a part. Each part runs in a process of its own, and what an
 * interrupted run has checked remains.
 */
export const appendResults = (part: number, results: EntityResults): void =>
  appendFileSync(join(REPORTS, `results-${part}.jsonl`), `${JSON.stringify(results)}\n`);

/** Removes the results of the run before. */
export function removeResults(): void {
  for (const file of files()) rmSync(file);
}

/** The results of all parts, in the order of the entities. */
export const readResults = (entities: readonly { name: string }[]): CaseResult[] =>
  inOrder(
    files()
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter(Boolean)
      .map((line) => JSON.parse(line) as EntityResults),
    entities,
  );

/** The results in the order of the entities; an entity without results was not checked. */
export function inOrder(lines: readonly EntityResults[], entities: readonly { name: string }[]): CaseResult[] {
  const byEntity = new Map(lines.map(({ entity, results }) => [entity, results]));
  return entities.flatMap(({ name }) => byEntity.get(name) ?? [notChecked(name)]);
}
