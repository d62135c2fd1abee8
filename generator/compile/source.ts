import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { doubleKeys } from '../language/jsonKeys.ts';
import { lineOf } from './lineOf.ts';
import type { Problem } from './problem.ts';

/** A parsed JSON object of a schema file, not validated yet. */
export type Raw = Record<string, unknown>;

export interface SourceFile {
  file: string;
  name: string;
  json: Raw;
}

/** The files of the schema folders, parsed and not validated yet. */
export interface Sources {
  kinds: Raw;
  meta: Map<string, Raw>;
  /** the shared texts of `labels.json`, by key */
  labels: Raw;
  machines: SourceFile[];
  entities: SourceFile[];
  /** the `<entity>.spec.json` files */
  specs: SourceFile[];
  /** Whether a file is valid JSON without duplicate keys. */
  isJson(source: SourceFile): boolean;
  /** where each file was read */
  paths: ReadonlyMap<string, string>;
  /** content hash of all files read */
  hash: string;
}

/** The file with shared texts, in the first root. */
export const LABELS = 'labels.json';

/** Endings of files beside an entity: its rows, and its references to the specification. */
const SEED = '.seed.json';
const SPEC = '.spec.json';

/** Folders of a schemas root without entities. */
export const NOT_ENTITIES: ReadonlySet<string> = new Set(['meta', 'machines', 'demo']);

/**
 * Reads the schema folders. The first root holds `meta/`, `kinds.json` and `machines/`; every root holds entities as
 * `<area>/<name>.json` and may add machines. Invalid JSON and duplicate keys are reported as problems of the file.
 */
export function readSources(roots: readonly string[], problems: Problem[]): Sources {
  const hash = createHash('sha256');
  const paths = new Map<string, string>();
  const unparsed = new Set<string>();
  const read = (root: string, path: string): Raw => {
    const text = readFileSync(path, 'utf8');
    const file = relativeFile(root, path);
    hash.update(file).update(text);
    paths.set(file, path);
    try {
      const json: unknown = JSON.parse(text);
      const doubles = doubleKeys(text);
      if (doubles.length > 0 || !isRaw(json)) unparsed.add(file);
      for (const { key, first, again } of doubles)
        problems.push({
          file,
          path: '',
          message: `"${key}" stands twice in one object, first in line ${lineAt(text, first)}: only the last of them would count`,
          place: `${fromHere(path)}:${lineAt(text, again)}`,
        });
      if (isRaw(json)) return json;
      problems.push({ file, path: '', message: 'a schema file holds one JSON object' });
    } catch (error) {
      unparsed.add(file);
      problems.push({ file, path: '', ...notJson((error as Error).message, path) });
    }
    return {};
  };
  const readFolder = (root: string, folder: string, ending = '.json'): SourceFile[] =>
    jsonFiles(join(root, folder), ending).map((path) => ({
      file: relativeFile(root, path),
      name: basename(path, ending),
      json: read(root, path),
    }));

  const [first] = roots;
  if (first === undefined) throw new Error('no schemas folder given');
  const meta = new Map(readFolder(first, 'meta').map(({ name, json }) => [name, json]));
  const kinds = read(first, join(first, 'kinds.json'));
  const shared = join(first, LABELS);
  const { $schema: _, ...labels } = existsSync(shared) ? read(first, shared) : {};
  const machines = roots.flatMap((root) => readFolder(root, 'machines'));
  const entities = roots.flatMap((root) =>
    areas(root).flatMap((area) => readFolder(root, area).map((source) => withPlace(source, area))),
  );
  const specs = roots.flatMap((root) => areas(root).flatMap((area) => readFolder(root, area, SPEC)));
  return {
    kinds,
    meta,
    labels,
    machines,
    entities,
    specs,
    isJson: ({ file }) => !unparsed.has(file),
    paths,
    hash: hash.digest('hex').slice(0, 16),
  };
}

/** Adds the name and area of its path to an entity file that does not state them. */
function withPlace({ json, ...source }: SourceFile, area: string): SourceFile {
  const head = json['x-entity'];
  return { ...source, json: { $id: source.name, ...json, ...(isRaw(head) ? { 'x-entity': { area, ...head } } : {}) } };
}

/** Message of the JSON parser, with the line in the place. */
function notJson(message: string, path: string): Pick<Problem, 'message' | 'place'> {
  const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  const said = message
    .replace(/ in JSON at position \d+.*$/s, '')
    .replace(/^Unexpected end of JSON input$/, 'the file ends too early');
  return { message: `not JSON: ${said}`, place: `${fromHere(path)}${line === undefined ? '' : `:${line}`}` };
}

/** Adds the place for an editor to each problem. */
export const placed = (problems: readonly Problem[], sources: Pick<Sources, 'paths'>): Problem[] =>
  problems.map((problem) => {
    const word = /^unknown word "(.+?)"/.exec(problem.message)?.[1];
    const at = word === undefined ? problem.path : `${problem.path}/${word}`;
    const place = problem.place ?? placeOf(problem.file, at, sources);
    return place === undefined ? problem : { ...problem, place };
  });

/** File and line of a JSON pointer, for an editor; undefined for a file that was not read. */
export function placeOf(file: string, pointer: string, { paths }: Pick<Sources, 'paths'>): string | undefined {
  const path = paths.get(file);
  if (path === undefined) return undefined;
  return `${fromHere(path)}${pointer === '' ? '' : `:${lineOf(readFileSync(path, 'utf8'), pointer)}`}`;
}

const fromHere = (path: string): string => relative(process.cwd(), path).split(sep).join('/');

export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function areas(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_ENTITIES.has(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** The files with an ending such as `.json`, without those that have a longer one. */
function jsonFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => endingOf(name) === ending)
    .sort()
    .map((name) => join(folder, name));
}

const endingOf = (name: string): string | undefined => [SEED, SPEC, '.json'].find((ending) => name.endsWith(ending));

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const relativeFile = (root: string, path: string): string => relative(root, path).split(sep).join('/');
