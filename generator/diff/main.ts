/**
 * `npm run schema:diff <git revision> [<git revision>]`: describes the changes of the schemas from one revision to
 * another, or to the working tree, for a reviewer.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileModel } from '../compile/compile.ts';
import type { Model } from '../model/entity.ts';
import { SchemaProblems } from '../compile/problem.ts';
import { diffModels } from './diff.ts';
import { printChanges } from './print.ts';

const ROOT = join(import.meta.dirname, '../..');

/** An error in the use of the command, which the caller can fix. */
class CommandError extends Error {}

/** Runs git in the repository. @throws CommandError with the message of git */
const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new CommandError(`git ${args[0]}: ${String((error as { stderr?: string }).stderr ?? error).trim()}`);
  }
};

/** Compiles the schemas of a revision with the current compiler and its meta-schemas. @throws CommandError */
function modelAt(revision: string): Model {
  const commit = git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`).trim();
  const folder = mkdtempSync(join(tmpdir(), 'bordereau-schemas-'));
  try {
    const files = git('ls-tree', '-r', '-z', '--name-only', commit, 'schemas/')
      .split('\0')
      .filter((file) => file.endsWith('.json') && !file.startsWith('schemas/meta/'));
    if (files.length === 0) throw new CommandError(`there are no schemas in ${revision}`);
    for (const file of files) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, git('show', `${commit}:${file}`));
    }
    cpSync(join(ROOT, 'schemas/meta'), join(folder, 'schemas/meta'), { recursive: true });
    // deprecated keywords of an old revision need no warning
    return compileFolder(join(folder, 'schemas'), revision, () => undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compileFolder(folder: string, revision: string, warn?: (text: string) => void): Model {
  try {
    return compileModel([folder], warn);
  } catch (error) {
    if (error instanceof SchemaProblems)
      throw new CommandError(`the schemas of ${revision} do not compile with the current compiler:\n${error.message}`);
    throw error;
  }
}

try {
  const [from, to, ...more] = process.argv.slice(2);
  if (from === undefined || more.length > 0)
    throw new CommandError('usage: npm run schema:diff <git revision> [<git revision>]');
  const before = modelAt(from);
  const after = to === undefined ? compileFolder(join(ROOT, 'schemas'), 'the working tree') : modelAt(to);
  console.log(printChanges(diffModels(before, after), from, to ?? 'the working tree'));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
