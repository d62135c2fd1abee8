import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './error.ts';

/**
 * Stops the PostgreSQL processes that a killed server left on the cluster in `pgdata`, and waits for their end. The
 * caller must have the lock of the folder, so that no process of a running server is stopped.
 *
 * @throws EmbeddedDatabaseError if the processes do not end
 */
export async function stopLeftovers(pgdata: string, log: (line: string) => void): Promise<void> {
  const running = await processesIn(pgdata);
  if (running.length > 0) await stopAll(pgdata, running, log);
  // PostgreSQL refuses to start while the recorded process id is in use. After a power failure, another process may
  // have this id. The id of a killed postmaster remains in use until its parent process has read the exit code.
  const recorded = await recordedPostmaster(pgdata);
  if (recorded !== null && isAlive(recorded)) await rm(join(pgdata, 'postmaster.pid'), { force: true });
}

async function stopAll(pgdata: string, running: readonly number[], log: (line: string) => void): Promise<void> {
  const recorded = await recordedPostmaster(pgdata);
  log(`stopping the PostgreSQL (process ${recorded ?? running[0]}) that an earlier server left running`);
  if (recorded !== null && running.includes(recorded)) {
    signal([recorded], 'SIGINT'); // fast shutdown: ends the sessions, writes a checkpoint
    if (await waitUntilEnded(pgdata, 60_000)) return;
  }
  // the postmaster is missing or hangs; the next start recovers all committed transactions
  signal(await processesIn(pgdata), 'SIGQUIT');
  if (await waitUntilEnded(pgdata, 10_000)) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL processes of an earlier server do not end: ${(await processesIn(pgdata)).join(', ')} in ${pgdata}. End them by hand and start again.`,
  );
}

/** The PostgreSQL processes on the cluster in `pgdata`, an absolute path without symbolic links. */
export function processesIn(pgdata: string): Promise<number[]> {
  return process.platform === 'linux' ? processesByFolder(pgdata) : processesByCommand(pgdata);
}

/** Finds the processes by their working directory, which is the folder of the cluster. */
async function processesByFolder(pgdata: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // the process may have ended, or belong to another account
    const folder = await readlink(`/proc/${entry}/cwd`).catch(() => null);
    if (folder !== pgdata) continue;
    const program = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
    if (program.trim() === 'postgres') found.push(Number(entry));
  }
  return found;
}

/**
 * Finds the postmaster by its command line, on systems without /proc. The backends are not found, because they change
 * their command lines; they end with the postmaster.
 */
async function processesByCommand(pgdata: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 64 << 20 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid !== undefined && `${command} `.includes(`postgres -D ${pgdata} `) ? [Number(pid)] : [];
  });
}

async function recordedPostmaster(pgdata: string): Promise<number | null> {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Waits for the end of all PostgreSQL processes. @returns false after the time limit */
async function waitUntilEnded(pgdata: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while ((await processesIn(pgdata)).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
