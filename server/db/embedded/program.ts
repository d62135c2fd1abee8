import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './error.ts';

/**
 * Options to start PostgreSQL's programs: as `account`, in a folder that this account may enter, and without the
 * environment of this process, because its variables such as PGPORT and PGDATA would change what the programs do.
 */
export function spawnOptions(account: Account | null): SpawnOptions {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  };
}

/**
 * Runs a program to its end with `input` on its standard input, and returns its output.
 *
 * @param purpose what the program does, for the message if it fails: "Creating the database in /data"
 * @throws EmbeddedDatabaseError with the last lines of the output
 */
export function runProgram(
  purpose: string,
  { program, args, account, input = '' }: { program: string; args: string[]; account: Account | null; input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions(account), stdio: 'pipe' });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    // a program may end without reading its input; its exit code then says whether it failed
    child.stdin?.on('error', () => undefined).end(input);
    child.once('error', (error) =>
      reject(new EmbeddedDatabaseError(`${purpose} failed: ${error.message}`, { cause: error })),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new EmbeddedDatabaseError(failureMessage(purpose, output, signal ?? `exit code ${code}`)));
    });
  });
}

const SHOWN_LINES = 8;

/**
 * The message of a failed program: one line with the reason that PostgreSQL gives (otherwise its last line or its exit
 * code), then the last lines of its output.
 */
export function failureMessage(purpose: string, output: string, ending: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const reasons = lines.flatMap((line) => /(?:FATAL|PANIC|ERROR|error):\s+(.*)$/.exec(line)?.[1] ?? []);
  return [
    `${purpose} failed: ${reasons.at(-1) ?? lines.at(-1) ?? ending}`,
    ...lines.slice(-SHOWN_LINES).map((line) => `  ${line}`),
  ].join('\n');
}
