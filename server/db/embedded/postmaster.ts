import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import type { Place } from './place.ts';
import { failureMessage, spawnOptions } from './program.ts';
import { socketPort } from './socket.ts';

/** A running PostgreSQL. */
export interface Postmaster {
  /** Ends the sessions, writes a checkpoint, and waits until PostgreSQL has ended. */
  stop(): Promise<void>;
}

/** Settings of `startPostmaster`. */
export interface PostmasterSettings {
  socketFolder: string;
  /** whether commits survive a crash; false for tests */
  durable: boolean;
  log(line: string): void;
  /** called if PostgreSQL ends without being stopped */
  onLost(error: EmbeddedDatabaseError): void;
}

/**
 * Starts PostgreSQL on an existing cluster and waits until it accepts connections, without a time limit for recovery.
 */
export async function startPostmaster(
  place: Place,
  binaries: Binaries,
  settings: PostmasterSettings,
): Promise<Postmaster> {
  const { child, ended, readLog } = await spawnPostgres(place, binaries, settings);
  const makeError = async (purpose: string, ending: string) =>
    new EmbeddedDatabaseError(failureMessage(purpose, await readLog(), ending));
  // stops PostgreSQL if the server ends without `stop`, for example after an uncaught error
  const interruptChild = () => {
    child.kill('SIGINT');
  };
  process.once('exit', interruptChild);

  let isEndExpected = true;
  void ended.then(async (ending) => {
    process.off('exit', interruptChild);
    if (!isEndExpected) settings.onLost(await makeError('Running PostgreSQL', ending));
  });

  if (!(await waitUntilReady(child, place.pgdata, ended, settings.log)))
    throw await makeError(`Starting PostgreSQL in ${place.home}`, await ended);
  isEndExpected = false;
  return {
    async stop() {
      isEndExpected = true;
      await stopChild(child, ended);
    },
  };
}

/** A PostgreSQL process. `ended` resolves to its signal or exit code, `readLog` to its output since this start. */
interface PostgresProcess {
  child: ChildProcess;
  ended: Promise<string>;
  readLog(): Promise<string>;
}

async function spawnPostgres(place: Place, binaries: Binaries, settings: PostmasterSettings): Promise<PostgresProcess> {
  const logFile = join(place.home, 'postgresql.log');
  await rotateLongLog(logFile);
  const output = await open(logFile, 'a', 0o600);
  if (place.account !== null) await output.chown(place.account.uid, place.account.gid);
  const logStart = (await output.stat()).size;
  // in a process group of its own, so that Ctrl+C in a terminal reaches only the server, which then stops PostgreSQL
  const child = spawn(binaries.postgres, startArguments(place, settings), {
    ...spawnOptions(place.account),
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  await output.close();
  return { child, ended, readLog: () => readFrom(logFile, logStart) };
}

/**
 * Tests run many servers on one cluster. Their databases exist too briefly to need a vacuum, and are so small that
 * plans for certain values, which PostgreSQL makes in the first five runs of a prepared statement, would be no better.
 */
const FOR_TESTS = { max_connections: '300', autovacuum: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' };

function startArguments(place: Place, { socketFolder, durable }: PostmasterSettings): string[] {
  // arguments take precedence over postgresql.conf
  const settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    log_destination: 'stderr',
    logging_collector: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(durable ? {} : FOR_TESTS),
  };
  return ['-D', place.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

const CHECK_EVERY_MS = 5;
/** Time until a slow start is logged. */
const SLOW_START_MS = 10_000;

/** Waits until PostgreSQL reports in its file `postmaster.pid` that it is ready. @returns false if it ends instead */
async function waitUntilReady(
  child: ChildProcess,
  pgdata: string,
  ended: Promise<string>,
  log: (line: string) => void,
): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const started = performance.now();
  let isLogged = false;
  while (!hasEnded) {
    // line 1 is the process id, line 8 the state
    const lines = (await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    if (!isLogged && performance.now() - started > SLOW_START_MS) {
      isLogged = true;
      log('PostgreSQL is still starting: it recovers after a crash');
    }
    await sleep(CHECK_EVERY_MS);
  }
  return false;
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGINT'); // fast shutdown
  const quit = setTimeout(() => child.kill('SIGQUIT'), 60_000); // immediate shutdown; the next start recovers
  const kill = setTimeout(() => child.kill('SIGKILL'), 70_000);
  await ended;
  for (const timer of [quit, kill]) clearTimeout(timer);
}

const MAX_LOG_BYTES = 10 << 20;

async function rotateLongLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

async function readFrom(file: string, start: number): Promise<string> {
  return (await readFile(file)).subarray(start).toString('utf8');
}
