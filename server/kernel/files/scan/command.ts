import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { ScanResult, Scanner } from './scanner.ts';

/** Exit codes of ClamAV and other scanners; all other codes are errors. */
const CLEAN = 0;
const INFECTED = 1;
/** Environment variables that the command inherits. It gets no others, because settings may contain passwords. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
const MAX_OUTPUT = 4096;

/** Runs a command of the operator for each file, with its path as the last argument and its bytes on standard input. */
export class CommandScanner implements Scanner {
  readonly #command: string;

  constructor(command: string) {
    this.#command = command;
  }

  async scan(path: string, signal: AbortSignal): Promise<ScanResult> {
    signal.throwIfAborted();
    const file = await open(path);
    try {
      // a process that starts after the abort would not be ended
      signal.throwIfAborted();
      const { code, output } = await run(this.#command, path, file.fd, signal);
      if (code !== CLEAN && code !== INFECTED)
        throw new Error(`the scan command ended with ${code}: ${output.slice(0, 500)}`);
      return { isInfected: code === INFECTED };
    } finally {
      await file.close();
    }
  }
}

/** Runs the command. `signal` kills it and all its child processes. */
function run(
  command: string,
  path: string,
  input: number,
  signal: AbortSignal,
): Promise<{ code: number | string; output: string }> {
  const env = Object.fromEntries(
    INHERITED_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'scan', path], {
    stdio: [input, 'pipe', 'pipe'],
    env,
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MAX_OUTPUT);
    });
  const kill = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // the command has already ended
    }
  };
  signal.addEventListener('abort', kill, { once: true });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, endSignal) => {
      signal.removeEventListener('abort', kill);
      done({ code: code ?? endSignal ?? 'unknown', output });
    });
  });
}
