import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Copies of the product's schemas, which tests must not change. */
export interface SchemaFolders {
  /** with the reference data that loads at once */
  withData: string;
  /** without reference data */
  withoutData: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    schemaFolders: SchemaFolders;
  }
}

const SCHEMAS = resolve(import.meta.dirname, '../../schemas');

/** Reference data that takes seconds to load and that no test reads. */
const LONG_LISTS = new Set(['port.csv', 'exchange-rate.csv', 'hs-code.csv']);

/** Copies the schemas once for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-schemas-'));
  const copy = async (name: string, isCopied: (file: string) => boolean): Promise<string> => {
    const schemas = join(folder, name);
    await cp(SCHEMAS, schemas, { recursive: true, filter: (source) => isCopied(basename(source)) });
    return schemas;
  };
  project.provide('schemaFolders', {
    withData: await copy('withData', (file) => !LONG_LISTS.has(file)),
    withoutData: await copy('withoutData', (file) => !/\.(?:csv|seed\.json)$/.test(file)),
  });
  return () => rm(folder, { recursive: true, force: true });
}
