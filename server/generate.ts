import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { compileModel } from '../generator/compile/compile.ts';
import { traceProblems } from '../generator/emit/dictionary/traceProblems.ts';
import { printBodyMetaSchema, printMetaSchema } from '../generator/emit/metaSchema.ts';
import { writeOutputs } from '../generator/emit/outputs.ts';
import { printReference } from '../generator/emit/reference.ts';
import { SchemaProblems } from '../generator/compile/problem.ts';
import { readSources } from '../generator/compile/source.ts';
import { DELIVERED_ROLES, printRights, type DeliveredRole } from './domain/identity/rightsTable.ts';

/**
 * `npm run generate`: compiles the schemas, checks them against the lines of the specification, and writes
 * `generator/out/`, the keyword reference and the meta-schema of entities (`schemas/meta/entity.json`,
 * `schemas/meta/body.json`). With `--check` it writes nothing and only reports problems.
 */
try {
  const started = performance.now();
  const schemas = new URL('../schemas/', import.meta.url);
  const out = new URL('../generator/out/', import.meta.url);
  const isCheck = process.argv.includes('--check');
  if (!isCheck) {
    await writeFile(new URL('meta/entity.json', schemas), printMetaSchema());
    await writeFile(new URL('meta/body.json', schemas), printBodyMetaSchema());
  }
  const model = compileModel([schemas.pathname]);
  const untraced = traceProblems(model);
  if (untraced.length > 0) throw new SchemaProblems(untraced);
  console.log(`${Object.keys(model.entities).length} entities in ${Math.round(performance.now() - started)} ms`);
  if (isCheck) console.log('The schemas are valid; nothing was written.');
  else {
    const written = await writeOutputs(model, out);
    await writeFile(
      new URL('rights.md', out),
      printRights(model, JSON.parse(readFileSync(new URL(DELIVERED_ROLES, schemas), 'utf8')) as DeliveredRole[]),
    );
    await writeFile(
      new URL('../docs/schema-reference.md', import.meta.url),
      printReference(readSources([schemas.pathname], []).meta),
    );
    console.log('wrote schemas/meta/entity.json');
    console.log('wrote schemas/meta/body.json');
    console.log('wrote docs/schema-reference.md');
    for (const file of [...written, 'rights.md']) console.log(`wrote generator/out/${file}`);
  }
} catch (error) {
  if (!(error instanceof SchemaProblems)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
