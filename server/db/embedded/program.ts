import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './error.ts';

/**
 * Options to start PostgreSQL's programs: as the account, in a folder that it may enter, and without the environment of
 * this process, because PGPORT, PGDATA and the like would have an effect.
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
 * @param purpose start of the message if it fails
 * @throws EmbeddedDatabaseError with its last lines
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
    // the program may end without reading its input; its exit code then determines the result
    child.stdin?.on('error', () => undefined).end(input);
    child.once('error', (error) =>
      reject(new EmbeddedDatabaseError(`${purpose} failed: ${error.message}`, { cause: error })),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new EmbeddedDatabaseError(failure(purpose, output, signal ?? `exit code ${code}`)));
    });
  });
}

const SHOWN_LINES = 8;

/**
 * The message of a failed program: one line with the reason that PostgreSQL gives (otherwise its last line or its exit
 * code), then the last lines of its output.
 */
export function failure(purpose: string, output: string, ending: string): string {
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
