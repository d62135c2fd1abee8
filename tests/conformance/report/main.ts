/**
 * `npm run conformance [entity …]`: derives cases from every keyword of the entities, runs them in form, API and
 * database, and reports each rule and oracle in the terminal and in `tests/.out/conformance/` (`report.html`,
 * `junit.xml`). `-- --rule "fee maximum"` runs one rule, by its name in the report. Without arguments it also runs
 * `entities.test.ts` with all cases, of which `npm test` runs a selection.
 *
 * `npm run conformance -- --mutants [entity …]` removes each rule by itself and lists those whose removal makes no case
 * fail. It resumes an interrupted run; `--fresh` starts again.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SchemaProblems } from '../../../generator/compile/problem.ts';
import { requestedEntities, REPORTS } from './requestedEntities.ts';
import { NO_CASES } from './print.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs test files to their end and collects their output. */
function run(files: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/conformance/report/vitest.config.ts', ...files],
      { cwd: root, env: { ...process.env, ...env } },
    );
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The test files of a run. A run without arguments checks all cases of all entities. */
function filesFor({ mutants, rule }: { mutants: boolean; rule: string }, names: readonly string[]): string[] {
  if (mutants) return ['mutants.run.ts'];
  return names.length === 0 && rule === '' ? ['entities.run.ts', 'entities.test.ts'] : ['entities.run.ts'];
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
  const report = join(REPORTS, values.mutants ? 'mutants.txt' : 'report.txt');
  rmSync(report, { force: true });
  const { code, output } = await run(filesFor(values, positionals), {
    CONFORMANCE_CASES: 'all',
    CONFORMANCE_ENTITIES: positionals.join(),
    CONFORMANCE_RULE: values.rule,
    CONFORMANCE_FRESH: String(values.fresh),
  });
  if (code !== 0 || !existsSync(report)) console.error(output);
  if (!existsSync(report)) return 1;
  const text = readFileSync(report, 'utf8');
  console.log(text);
  if (values.rule !== '' && text.includes(NO_CASES)) {
    console.error(`no rule is called "${values.rule}": a run without --rule lists all`);
    return 2;
  }
  console.log(`also in tests/.out/conformance/: ${values.mutants ? 'mutants.txt' : 'report.html, junit.xml'}`);
  return code !== 0 || /^✗/m.test(text) ? 1 : 0;
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
