import { mkdir, rm, writeFile } from 'node:fs/promises';
import { printDdl } from './ddl/print.ts';
import { databaseShape } from './ddl/ddl.ts';
import type { Model } from '../model/entity.ts';
import { trace } from './dictionary/trace.ts';
import { printDictionary } from './dataDictionary.ts';
import { printOpenApi } from './openapi/document.ts';
import { printTrace } from './traceability.ts';
import { printTypes } from './types.ts';
import { entityModule } from './validators.ts';

/** Prints the content of all files in `generator/out/`, by file name. */
export async function printOutputs(model: Model): Promise<Map<string, string>> {
  return new Map([
    ['types.ts', await printTypes(model)],
    ['schema.sql', printDdl(databaseShape(model))],
    ['openapi.json', `${JSON.stringify(printOpenApi(model), null, 2)}\n`],
    ['dictionary.md', printDictionary(model)],
    ['traceability.md', printTrace(trace(model))],
    ...Object.values(model.entities).flatMap((entity): [string, string][] => {
      const { code, rules } = entityModule(entity, model);
      return [
        [`validators/${entity.name}.js`, code],
        [`validators/${entity.name}.rules.js`, rules],
      ];
    }),
  ]);
}

/** Writes the outputs to a folder. @returns their file names */
export async function writeOutputs(model: Model, folder: URL): Promise<string[]> {
  const outputs = await printOutputs(model);
  await rm(new URL('validators/', folder), { recursive: true, force: true });
  await mkdir(new URL('validators/', folder), { recursive: true });
  await Promise.all([...outputs].map(([name, text]) => writeFile(new URL(name, folder), text)));
  return [...outputs.keys()];
}
