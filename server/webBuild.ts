import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files and folders that the web client is built from, relative to the project. */
const SOURCES = [
  'web',
  'generator/language',
  'generator/model',
  'generator/compile/nearest.ts',
  'locales',
  'package-lock.json',
];
const HASH_FILE = '.source-hash';

/**
 * Builds the web client if it is missing or its sources have changed.
 *
 * @param signal aborts the build
 * @returns the folder of the built client
 * @throws Error with the output of a failed build
 */
export async function ensureWebBuild(
  project: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const dist = join(project, 'web', 'dist');
  const hashFile = join(dist, HASH_FILE);
  const hash = sourceHash(project);
  if (existsSync(join(dist, 'index.html')) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash)
    return dist;
  log('building the screens, once for each new version …');
  await runNode(project, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], signal);
  writeFileSync(hashFile, hash);
  return dist;
}

function sourceHash(project: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    hash.update(path).update(readFileSync(join(project, path)));
  };
  for (const source of SOURCES) {
    if (/\.\w+$/.test(source)) add(source);
    else for (const file of filesBelow(project, source)) add(file);
  }
  return hash.digest('hex');
}

function filesBelow(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(project, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
}

function runNode(cwd: string, args: string[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // NODE_ENV has precedence over the mode of Vite: under a test runner it would build React for development
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
      ...(signal ? { signal } : {}),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the web client does not build:\n${output}`)),
    );
  });
}

if (import.meta.main) console.log(await ensureWebBuild(resolve(import.meta.dirname, '..'), console.log));
