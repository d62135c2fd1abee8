/**
 * `npm run conformance [entity …]`: derives cases from every keyword of the entities, runs them in form, API and
 * database, and reports each rule and oracle in the terminal and in `tests/.out/conformance/` (`report.txt`,
 * `report.html`, `junit.xml`). `-- --rule "fee maximum"` runs one rule, by its name in the report. Without arguments it
 * also runs `entities.test.ts` with all cases, of which `npm test` runs a selection.
 *
 * `npm run conformance -- --mutants [entity …]` removes each rule by itself and lists those whose removal makes no case
 * fail, also in `mutants.txt`. It resumes an interrupted run; `--fresh` starts again.
 *
 * The entities are checked in parts at the same time, by default one for each processor. The entities of a part share
 * random numbers and a database, so their generated rows depend on the number of parts; `-- --parts N` sets it, to
 * repeat a run of another machine.
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
import { ArgumentError, requestedEntities, REPORTS } from './requestedEntities.ts';
import { readResults, removeResults } from './resultFiles.ts';

const root = join(import.meta.dirname, '../../..');

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

/** What a run checks: entities by name, in a number of parts. */
interface Request {
  names: readonly string[];
  parts: number;
}

/** Checks the entities in parts and writes the reports. @returns the code of the run and the text of its report */
async function checkEntities({ names, parts }: Request, rule: string): Promise<{ code: number; text: string }> {
  const { model, entities } = requestedEntities(names);
  removeResults();
  const isFullRun = names.length === 0 && rule === '';
  // a full run also checks all cases of which `npm test` checks a selection
  const { code, output } = await run(['entities.run.ts', ...(isFullRun ? ['entities.test.ts'] : [])], {
    CONFORMANCE_CASES: 'all',
    CONFORMANCE_ENTITIES: names.join(),
    CONFORMANCE_PARTS: String(parts),
    CONFORMANCE_RULE: rule,
  });
  if (code !== 0) console.error(output);
  const results = readResults(entities);
  const texts = messageTexts(model);
  const text = `${printText(results, texts)}; parts: ${parts}\n${isFullRun ? `\n${printKeywords()}\n` : ''}`;
  writeFileSync(join(REPORTS, 'report.txt'), text);
  writeFileSync(join(REPORTS, 'report.html'), printHtml(results, texts));
  writeFileSync(join(REPORTS, 'junit.xml'), printJUnit(results, texts));
  return { code: results.every(isPassed) ? code : 1, text };
}

/** Removes each rule by itself. @returns the code of the run and the text of its report */
async function checkMutants({ names, parts }: Request, isFresh: boolean): Promise<{ code: number; text: string }> {
  const { model, entities } = requestedEntities(names);
  if (isFresh) removeOutcomes();
  const { code, output } = await run(['mutants.run.ts'], {
    CONFORMANCE_CASES: 'all',
    CONFORMANCE_ENTITIES: names.join(),
    CONFORMANCE_PARTS: String(parts),
  });
  if (code !== 0) console.error(output);
  const text = printOutcomes(entities.flatMap((entity) => mutantsWithOutcomes(entity, model).outcomes));
  writeFileSync(join(REPORTS, 'mutants.txt'), `${text}\n`);
  return { code, text };
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** The requested number of parts. @throws ArgumentError if it is no positive number */
function numberOfParts(value: string | undefined, entities: number): number {
  const parts = value === undefined ? availableParallelism() : Number(value);
  if (!Number.isInteger(parts) || parts < 1) throw new ArgumentError(`--parts must be a number from 1, not "${value}"`);
  return Math.min(parts, entities);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mutants: { type: 'boolean', default: false },
      rule: { type: 'string', default: '' },
      fresh: { type: 'boolean', default: false },
      parts: { type: 'string' },
    },
  });
  const { entities } = requestedEntities(positionals);
  const request: Request = { names: positionals, parts: numberOfParts(values.parts, entities.length) };
  console.log(`${count(entities.length, 'entity', 'entities')} in ${count(request.parts, 'part', 'parts')}`);
  const { code, text } = values.mutants
    ? await checkMutants(request, values.fresh)
    : await checkEntities(request, values.rule);
  console.log(text);
  if (code === 0 && values.rule !== '' && text.includes(NO_CASES)) {
    console.error(`no rule is called "${values.rule}": a run without --rule lists all`);
    return 2;
  }
  console.log(
    `also in tests/.out/conformance/: ${values.mutants ? 'mutants.txt' : 'report.txt, report.html, junit.xml'}`,
  );
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isOption = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  if (!isOption && !(error instanceof SchemaProblems) && !(error instanceof ArgumentError)) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
