import { compileModel } from './compile.ts';
import { writeOutputs } from './emit/outputs.ts';
import { SchemaProblems } from './problem.ts';

/**
 * `npm run generate`: compiles the schemas and writes `generator/out/`. With `--check` it writes nothing and only says
 * what is wrong.
 */
try {
  const started = performance.now();
  const model = compileModel([new URL('../schemas', import.meta.url).pathname]);
  console.log(`${Object.keys(model.entities).length} entities in ${Math.round(performance.now() - started)} ms`);
  if (!process.argv.includes('--check')) for (const file of await writeOutputs(model, new URL('out/', import.meta.url))) console.log(`wrote generator/out/${file}`);
} catch (error) {
  if (!(error instanceof SchemaProblems)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
