import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './error.ts';

/**
 * How PostgreSQL's programs are started: as the account, away from our folder (which the account may not be allowed to
 * enter), and with none of our environment, in which PGPORT, PGDATA and the like would be obeyed.
 */
export function spawnOptions(account: Account | null): SpawnOptions {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  };
}

/**
 * Runs a program to its end with `input` on its standard input, and returns what it wrote.
 *
 * @throws EmbeddedDatabaseError with its last lines if it fails; `purpose` says in the message what it was run for
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
    // A program that ends without reading its input is judged by its exit code.
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

const shownLines = 8;

/**
 * A failure's message: one line with PostgreSQL's own reason (else its last line, else how it ended), then the last
 * lines that it wrote.
 */
export function failure(purpose: string, output: string, ending: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const reasons = lines.flatMap((line) => /(?:FATAL|PANIC|ERROR|error):\s+(.*)$/.exec(line)?.[1] ?? []);
  return [
    `${purpose} failed: ${reasons.at(-1) ?? lines.at(-1) ?? ending}`,
    ...lines.slice(-shownLines).map((line) => `  ${line}`),
  ].join('\n');
}
