import { expect } from 'vitest';
import type { Answer, Json, TestServer } from './server.ts';

/** A policy year of a calendar year. */
export const premiumYear = (policyType: string, policyYear: string, fields: Json = {}): Json => ({
  policyType,
  policyYear,
  effectiveFrom: `${policyYear}-01-01`,
  effectiveTo: `${policyYear}-12-31`,
  numOfStaging: 1,
  ...fields,
});

let versions = 0;

/** A version of the year, in Draft. */
export const premiumVersion = (
  server: TestServer,
  policyType: string,
  policyYear: string,
  versionType = 'quotation',
): Promise<Json> =>
  server.create('premium-version', { policyType, policyYear, versionNo: `P${++versions}`, versionType });

/** Creates rows with the same values at once. @returns the statuses of the answers, sorted */
export async function createAtOnce(server: TestServer, entity: string, body: Json, writers = 5): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: writers }, () => server.call('POST', `/api/${entity}`, { body })),
  );
  return answers.map(({ status }) => status).sort();
}

/** The fields at which an answer reports violations, each once, sorted. */
export const fieldsOf = ({ errors }: Answer): string[] => [...new Set(errors.map(({ field }) => field))].sort();

/** Imports lines, of which the first has the headings, as a CSV file. */
export async function importLines(
  server: TestServer,
  entity: string,
  lines: readonly (readonly string[])[],
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([lines.map((line) => line.join(',')).join('\n')]), 'rows.csv');
  const answer = await server.call('POST', `/api/${entity}/import?dryRun=false`, { body: form });
  expect(answer.status, answer.text).toBeLessThan(500);
  return answer;
}
