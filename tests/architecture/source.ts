import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Hand-written folders; other folders are generated, installed or data. */
const folders = ['bench', 'generator', 'locales', 'menus', 'schemas', 'server', 'supplyChain', 'tests', 'web'];
const generated = /^(?:web\/dist|generator\/out|tests\/\.out|bench\/\.out)(?:\/|$)/;

export interface SourceFile {
  /** Path from the root of the project, with `/`. */
  path: string;
  text: string;
}

/** Every hand-written file whose path matches. */
export function sources(pattern: RegExp): SourceFile[] {
  return paths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Path of every hand-written file. */
export function paths(): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (generated.test(path)) return [];
      return entry.isDirectory() ? walk(path) : [path];
    });
  return folders.flatMap(walk);
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The imports of a module: files as paths from the root, packages by their specifier (`node:fs`, `hono`). */
export function imports({ path, text }: SourceFile): string[] {
  const statements =
    /(?:^|;)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|;)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(statements)]
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((specifier) => (specifier.startsWith('.') ? join(dirname(path), specifier) : specifier));
}

/** Names of the values that a module exports where it declares them. */
export const exportedValues = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|(?:abstract )?class) (\w+)/gm)].map(
    ([, name]) => name!,
  );

/**
 * What a module imports from others, as `path#name`; `path#*` if it imports everything, or dynamically.
 */
export function importedValues({ path, text }: SourceFile): string[] {
  const clauses =
    /(?:^|;)\s*(?:import|export)\b([^'"`;]*?)\bfrom\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(clauses)].flatMap(([, clause = '*', from, dynamic]) => {
    const names = clause.includes('*') ? ['*'] : (clause.match(/\w+/g) ?? []);
    return names.map((name) => `${join(dirname(path), from ?? dynamic!)}#${name}`);
  });
}

/** Text of a module without comments; `/*` within a text, as in '/api/*', begins none. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/(?<=^|\s)\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, '');

/** The modules in TypeScript. */
export const modules = (): SourceFile[] => sources(/\.tsx?$/);
