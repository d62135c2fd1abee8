/**
 * `npm test`: every check of the project in order, stopping at the first part that fails.
 *
 * `npm test -- kernel http` runs only the named parts, `npm run test:all` also the long tests (`*.long.test.ts`, and
 * the conformance tests of all entities). The last line printed is `N passed, N failed` (and skipped, if any), summed
 * over all test runs; a part that is no test run (lint, types) adds one failure when it fails and nothing otherwise.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}tests/.out/reports`;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Failed tests that are repeated at the end of the output. */
const MAX_FAILURES_LISTED = 12;

/** Slow files that are listed at the end. */
const MAX_SLOW_FILES_LISTED = 10;

interface Part {
  name: string;
  /** the script, under node_modules or of this project, and its arguments; runs on the same Node */
  script: string[];
  env?: Record<string, string>;
  /** path of vitest's JSON report; absent for a part without tests */
  report?: string;
}

/** The folder of the browser tests. */
const BROWSER = 'e2e';

/** The folders of tests, in the order of the report. vitest.config.ts groups them in projects. */
const folders = [
  'architecture',
  'kernel',
  'domain',
  'db',
  'bounds',
  'overload',
  'abuse',
  'http',
  'conformance',
  BROWSER,
];

/** Whether the long tests run too. */
const isAll = process.argv.includes('--all');

/**
 * Folders whose tests measure memory and what callers can do during an attack: no other tests run beside them, and two
 * of them at once. The check of the format, one process that needs little memory, uses the time in which they wait.
 */
const ALONE = ['bounds', 'overload'];

/**
 * The tests in groups that follow each other. The parts of a group run at the same time, which keeps both cores busy:
 * the browser tests mostly compute, the others often wait. The folders of one part share PostgreSQL.
 */
const groupTests = (chosen: readonly string[], slowChecks: readonly Part[]): Part[][] => {
  const alone = chosen.filter((folder) => ALONE.includes(folder));
  const browser = chosen.filter((folder) => folder === BROWSER);
  const others = chosen.filter((folder) => ![...alone, ...browser].includes(folder));
  const parts = (runs: string[][]): Part[] => runs.filter((folders) => folders.length > 0).map(testRun);
  return [[...parts([alone]), ...slowChecks], parts([others, browser])];
};

/**
 * Tests over HTTP often wait for PostgreSQL, so one more of them runs at once than there are cores. A further worker
 * would take longer to load and compile the product than it saves.
 */
const workersFor = (chosen: readonly string[]): number => {
  if (chosen.every((folder) => ALONE.includes(folder))) return 2;
  return chosen.includes(BROWSER) ? 2 : 3;
};

const testRun = (chosen: readonly string[]): Part => {
  const report = `${reports}/${chosen.at(-1)}.json`;
  return {
    name: chosen.join(', '),
    report,
    // Share compiled code between workers and the products that the browser tests start.
    env: { NODE_COMPILE_CACHE: `${root}tests/.out/compiled`, ...(isAll ? { TESTS: 'all' } : {}) },
    script: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...chosen.map((folder) => `tests/${folder}/`),
      `--maxWorkers=${workersFor(chosen)}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  };
};

const checks: Part[] = [
  { name: 'lint', script: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'types', script: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  // Build the screens first, so that the two runs do not build them at the same time.
  { name: 'screens', script: ['server/webBuild.ts'] },
  { name: 'web types', script: ['node_modules/typescript/bin/tsc', '-p', 'web'] },
];

/** Runs beside the first tests: it takes as long as the other checks together, and seldom fails. */
const format: Part = {
  name: 'format',
  script: [
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    '--cache',
    '--cache-strategy=content',
    '--log-level',
    'warn',
    '.',
  ],
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((word) => name.includes(word));
const chosenFolders = folders.filter(isWanted);
const chosenChecks = checks.filter(({ name }) => isWanted(name));
const chosenTests = groupTests(
  chosenFolders,
  [format].filter(({ name }) => isWanted(name)),
);
const chosen = [...chosenChecks, ...chosenTests.flat()];
if (chosen.length === 0) {
  console.error(
    `No part is called ${wanted.join(' ')}. Parts: ${[...[...checks, format].map(({ name }) => name), ...folders].join('; ')}`,
  );
  process.exit(2);
}

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const summary: string[] = [];
const failures: string[] = [];
const files: TestFile[] = [];

// The checks take a core each, and run before the tests, which take minutes.
await Promise.all(chosenChecks.map(runCheck));
if (total.failed === 0) {
  for (const group of chosenTests)
    await Promise.all(group.map((part) => (part === format ? runCheck(part) : runTests(part, part === group[0]))));
}

console.log(`\n${[...failures.slice(0, MAX_FAILURES_LISTED), ...slowestFiles(), ...summary].join('\n')}`);
const skippedParts = chosen.slice(summary.length).map((part) => part.name);
if (skippedParts.length > 0) console.log(`not run: ${skippedParts.join('; ')}`);
console.log(sentence(total));
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs a check and prints its output at the end, so that the lines of simultaneous checks are not mixed. */
async function runCheck(part: Part): Promise<void> {
  const started = performance.now();
  const { exitCode, output } = await run(part, 'pipe');
  console.log(`\n── ${part.name}\n${output.trim()}`);
  const failed = exitCode === 0 ? 0 : 1;
  total.failed += failed;
  summary.push(summaryLine(part, started, failed));
}

/** Runs tests. @param isShown prints their output at once, not at the end */
async function runTests(part: Part, isShown: boolean): Promise<void> {
  const started = performance.now();
  const { exitCode, output } = await run(part, isShown ? 'inherit' : 'pipe');
  if (output !== '') console.log(`\n── ${part.name}\n${output.trim()}`);
  const report = await reportOf(part);
  const counts = count(report, exitCode);
  failures.push(...failuresOf(report));
  files.push(...filesOf(report));
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  summary.push(`${summaryLine(part, started, counts.failed)}: ${sentence(counts)}`);
}

function summaryLine({ name }: Part, started: number, failed: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `${failed > 0 ? 'FAILED' : 'ok'.padEnd(6)} ${seconds.padStart(7)} s  ${name}`;
}

/** Runs the script of a part. @returns its exit code, and its output if that is piped */
function run(part: Part, stdio: 'inherit' | 'pipe'): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, part.script, { cwd: root, stdio, env: { ...process.env, ...part.env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    // Without an exit code, a signal ended the process.
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

async function reportOf({ report }: Part): Promise<VitestReport | undefined> {
  return report !== undefined && existsSync(report)
    ? (JSON.parse(await readFile(report, 'utf8')) as VitestReport)
    : undefined;
}

function count(report: VitestReport | undefined, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  if (report) {
    counts.passed = report.numPassedTests;
    // A file that does not load has no failed test, but counts as a failure.
    counts.failed = report.numFailedTests + report.testResults.filter(unloaded).length;
    counts.skipped = report.numPendingTests + report.numTodoTests;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** A line for each failed test: its file, its title and the beginning of its message. */
function failuresOf(report: VitestReport | undefined): string[] {
  const line = (...words: string[]): string =>
    words.map((word) => word.replaceAll(/\s+/g, ' ').slice(0, 400)).join(' | ');
  return (report?.testResults ?? []).flatMap((file) => {
    const where = relative(root, file.name);
    if (unloaded(file)) return [line('FAILED', where, file.message)];
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) => line('FAILED', where, fullName, message));
  });
}

interface TestFile {
  name: string;
  seconds: number;
}

function filesOf(report: VitestReport | undefined): TestFile[] {
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** The files that took longest, a line each. */
function slowestFiles(): string[] {
  return files
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_SLOW_FILES_LISTED)
    .map(({ name, seconds }) => `slow   ${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function unloaded({ status, assertionResults }: VitestReport['testResults'][number]): boolean {
  return status === 'failed' && assertionResults.length === 0;
}

function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The properties of vitest's JSON report that are used here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    message: string;
    /** in milliseconds since 1970 */
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
