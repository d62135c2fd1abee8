/**
 * `npm run conformance [entity …]`: derives cases from every keyword of the entities, runs them in form, API and
 * database, and reports each rule and oracle in the terminal and in `tests/.out/conformance/` (`report.html`,
 * `junit.xml`). `-- --rule "fee maximum"` runs one rule, by its name in the report. The entities are checked in parts,
 * one for each processor. Without arguments it also runs `entities.test.ts` with all cases, of which `npm test` runs a
 * selection.
 *
 * `npm run conformance -- --mutants [entity …]` removes each rule by itself and lists those whose removal makes no case
 * fail. It resumes an interrupted run; `--fresh` starts again.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SchemaProblems } from '../../../generator/compile/problem.ts';
import { isPassed } from './caseResult.ts';
import { printKeywords } from './keywords.ts';
import { messageTexts } from './messageTexts.ts';
import { mutantsWithOutcomes, printOutcomes, removeOutcomes } from './mutantOutcomes.ts';
import { printHtml } from './page.ts';
import { NO_CASES, printJUnit, printText } from './print.ts';
import { requestedEntities, REPORTS } from './requestedEntities.ts';
import { readResults, removeResults } from './resultFiles.ts';

const root = join(import.meta.dirname, '../../..');

/** More parts than processors would only wait for each other. */
const MAX_PARTS = availableParallelism();

/** Runs test files to their end and collects their output. A line for each entity that ends is shown at once. */
function run(files: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/conformance/report/vitest.config.ts', ...files],
      { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Checks the entities in parts and writes the reports. @returns the code of the run and the text of its report */
async function checkEntities(names: readonly string[], rule: string): Promise<{ code: number; text: string }> {
  const { model, entities } = requestedEntities(names);
  const parts = Math.min(MAX_PARTS, entities.length);
  removeResults(MAX_PARTS);
  const isFullRun = names.length === 0 && rule === '';
  // a full run also checks all cases of which `npm test` checks a selection
  const { code, output } = await run(['entities.run.ts', ...(isFullRun ? ['entities.test.ts'] : [])], {
    CONFORMANCE_CASES: 'all',
    CONFORMANCE_ENTITIES: names.join(),
    CONFORMANCE_PARTS: String(parts),
    CONFORMANCE_RULE: rule,
  });
  if (code !== 0) console.error(output);
  const results = readResults(parts, entities);
  const texts = messageTexts(model);
  const text = `${printText(results, texts)}\n${isFullRun ? `\n${printKeywords()}\n` : ''}`;
  writeFileSync(join(REPORTS, 'report.txt'), text);
  writeFileSync(join(REPORTS, 'report.html'), printHtml(results, texts));
  writeFileSync(join(REPORTS, 'junit.xml'), printJUnit(results, texts));
  return { code: results.every(isPassed) ? code : 1, text };
}

/** Removes each rule by itself. @returns the code of the run and the text of its report */
async function checkMutants(names: readonly string[], isFresh: boolean): Promise<{ code: number; text: string }> {
  const { model, entities } = requestedEntities(names);
  if (isFresh) removeOutcomes();
  const { code, output } = await run(['mutants.run.ts'], {
    CONFORMANCE_CASES: 'all',
    CONFORMANCE_ENTITIES: names.join(),
    CONFORMANCE_PARTS: String(Math.min(MAX_PARTS, entities.length)),
  });
  if (code !== 0) console.error(output);
  const text = printOutcomes(entities.flatMap((entity) => mutantsWithOutcomes(entity, model).outcomes));
  writeFileSync(join(REPORTS, 'mutants.txt'), `${text}\n`);
  return { code, text };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mutants: { type: 'boolean', default: false },
      rule: { type: 'string', default: '' },
      fresh: { type: 'boolean', default: false },
    },
  });
  const { entities } = requestedEntities(positionals);
  console.log(`${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`);
  const { code, text } = values.mutants
    ? await checkMutants(positionals, values.fresh)
    : await checkEntities(positionals, values.rule);
  console.log(text);
  if (values.rule !== '' && text.includes(NO_CASES)) {
    console.error(`no rule is called "${values.rule}": a run without --rule lists all`);
    return 2;
  }
  console.log(`also in tests/.out/conformance/: ${values.mutants ? 'mutants.txt' : 'report.html, junit.xml'}`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  if (!isArgument && !(error instanceof SchemaProblems) && !(error as Error).message.startsWith('there is no entity'))
    throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
