/**
 * `npm run new -- <area>/<name> [--en "Crane" --zh "起重机"]`: writes a valid schema file of a new entity, with notes for
 * its author.
 */
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileModel } from '../compile/compile.ts';
import { SchemaProblems } from '../compile/problem.ts';
import { NOT_ENTITIES } from '../compile/source.ts';
import { NO_CHINESE_NAME, printStarter } from './starter.ts';

const ROOT = join(import.meta.dirname, '../..');
const USAGE =
  'usage: npm run new -- <area>/<name> [--en "English name"] [--zh "中文名称"], as in npm run new -- master/survey --en Survey --zh 检验';

/** The problems in a folder of schemas; empty if it compiles. */
function problemsIn(schemas: string): string[] {
  try {
    compileModel([schemas]);
    return [];
  } catch (error) {
    if (error instanceof SchemaProblems)
      return error.problems.map(({ file, path, message }) => `${file} ${path}: ${message}`);
    throw error;
  }
}

/** Writes the file. @returns the reason why it was not written; undefined after success */
function write(): string | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      en: { type: 'string' },
      zh: { type: 'string' },
      schemas: { type: 'string', default: join(ROOT, 'schemas') },
    },
  });
  const match = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(positionals[0] ?? '');
  if (!match || positionals.length > 1) return `${USAGE}\nBoth are in small letters, words joined by "-".`;
  const [, area, name] = match as unknown as [string, string, string];
  if (NOT_ENTITIES.has(area)) return `schemas/${area}/ holds no entities: choose another area.`;
  const file = `${area}/${name}.json`;
  const path = join(values.schemas, file);
  if (existsSync(path)) return `schemas/${file} is there already.`;
  const isNewArea = !existsSync(dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  const en = values.en ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const before = new Set(problemsIn(values.schemas));
  writeFileSync(path, printStarter({ area, name, en, zh: values.zh ?? NO_CHINESE_NAME }), { flag: 'wx' });
  const added = problemsIn(values.schemas).filter((problem) => !before.has(problem));
  // removes the file again if it adds problems, such as a name that another entity has
  if (added.length > 0) {
    rmSync(path);
    if (isNewArea) rmdirSync(dirname(path));
    return added.join('\n');
  }
  console.log(`wrote schemas/${file}`);
  if (values.zh === undefined)
    console.log(`Its Chinese name still reads ${NO_CHINESE_NAME}: give it one at x-entity.label.`);
  console.log(
    'npm run dev shows it while you type; docs/schema-authors.md is the guide, docs/schema-reference.md describes each keyword.',
  );
  return undefined;
}

try {
  const reason = write();
  if (reason !== undefined) {
    console.error(reason);
    process.exitCode = 2;
  }
} catch (error) {
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = 2;
}
