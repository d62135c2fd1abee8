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

/** The problems of the schemas in a folder; empty if they compile. */
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

/** Writes the schema file. @returns the reason if it was not written; undefined after success */
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
  if (!match || positionals.length > 1) return `${USAGE}\nArea and name are in lower case, with "-" between words.`;
  const [, area, name] = match as unknown as [string, string, string];
  if (NOT_ENTITIES.has(area)) return `schemas/${area}/ is not for entities: choose another area.`;
  const file = `${area}/${name}.json`;
  const path = join(values.schemas, file);
  if (existsSync(path)) return `schemas/${file} already exists.`;
  const isNewArea = !existsSync(dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  const en = values.en ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const before = new Set(problemsIn(values.schemas));
  writeFileSync(path, printStarter({ area, name, en, zh: values.zh ?? NO_CHINESE_NAME }), { flag: 'wx' });
  const added = problemsIn(values.schemas).filter((problem) => !before.has(problem));
  // a file that causes problems, such as a name that another entity has, is removed again
  if (added.length > 0) {
    rmSync(path);
    if (isNewArea) rmdirSync(dirname(path));
    return added.join('\n');
  }
  console.log(`wrote schemas/${file}`);
  if (values.zh === undefined)
    console.log(`The Chinese name is still the placeholder ${NO_CHINESE_NAME}: change it in x-entity.label.`);
  console.log(
    'npm run dev shows the screens while you type. The guide is docs/schema-authors.md; docs/schema-reference.md describes each keyword.',
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
