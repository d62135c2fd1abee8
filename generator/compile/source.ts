import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { duplicateKeys } from '../language/duplicateKeys.ts';
import { lineOf } from './lineOf.ts';
import type { SchemaProblem } from './problem.ts';

/** A parsed JSON object of a schema file, not validated. */
export type Raw = Record<string, unknown>;

/** A schema file that was read. */
export interface SourceFile {
  file: string;
  name: string;
  json: Raw;
}

/** All files of the schema folders, parsed but not validated. */
export interface Sources {
  kinds: Raw;
  meta: Map<string, Raw>;
  /** the shared texts of `labels.json`, by key */
  labels: Raw;
  machines: SourceFile[];
  entities: SourceFile[];
  /** the files in `bodies/`, which entities include */
  bodies: SourceFile[];
  /** the `<entity>.spec.json` files */
  specs: SourceFile[];
  /** Whether a file is valid JSON without duplicate keys. */
  isJson(source: SourceFile): boolean;
  /** file name → path on disk */
  paths: ReadonlyMap<string, string>;
  /** content hash of all files read */
  hash: string;
}

/** The file with shared texts, in the first root. */
export const LABELS = 'labels.json';

/** Endings of the files beside an entity file: reference rows, and references to the specification. */
const SEED = '.seed.json';
const SPEC = '.spec.json';

/** The folder with the bodies that entities include. */
const BODIES = 'bodies';

/** Folders of a schemas root that contain no entities. */
export const NOT_ENTITIES: ReadonlySet<string> = new Set(['meta', 'machines', BODIES, 'demo']);

/**
 * Reads the schema folders. The first root contains `meta/`, `kinds.json` and `machines/`; every root contains entities
 * as `<area>/<name>.json` and can add machines and `bodies/`. Invalid JSON and duplicate keys are added to `problems`.
 */
export function readSources(roots: readonly string[], problems: SchemaProblem[]): Sources {
  const [first] = roots;
  if (first === undefined) throw new Error('at least one schemas folder is needed');
  const reader = new SourceReader(problems);
  const meta = new Map(reader.readFolder(first, 'meta').map(({ name, json }) => [name, json]));
  const kinds = reader.read(first, join(first, 'kinds.json'));
  const shared = join(first, LABELS);
  const { $schema: _, ...labels } = existsSync(shared) ? reader.read(first, shared) : {};
  const machines = roots.flatMap((root) => reader.readFolder(root, 'machines'));
  const entities = roots.flatMap((root) =>
    areasOf(root).flatMap((area) => reader.readFolder(root, area).map((source) => withNameAndArea(source, area))),
  );
  const bodies = roots.flatMap((root) => reader.readFolder(root, BODIES));
  const specs = roots.flatMap((root) =>
    [...areasOf(root), BODIES].flatMap((folder) => reader.readFolder(root, folder, SPEC)),
  );
  return {
    kinds,
    meta,
    labels,
    machines,
    entities,
    bodies,
    specs,
    isJson: ({ file }) => !reader.unparsed.has(file),
    paths: reader.paths,
    hash: reader.hash.digest('hex').slice(0, 16),
  };
}

/** Reads JSON files, and collects their problems, paths and content hash. */
class SourceReader {
  readonly hash = createHash('sha256');
  readonly paths = new Map<string, string>();
  readonly unparsed = new Set<string>();
  readonly #problems: SchemaProblem[];

  constructor(problems: SchemaProblem[]) {
    this.#problems = problems;
  }

  readFolder(root: string, folder: string, ending = '.json'): SourceFile[] {
    return jsonFiles(join(root, folder), ending).map((path) => ({
      file: relativeFile(root, path),
      name: basename(path, ending),
      json: this.read(root, path),
    }));
  }

  /** Reads the object in a file. If there is none, it reports a problem and returns an empty object. */
  read(root: string, path: string): Raw {
    const text = readFileSync(path, 'utf8');
    const file = relativeFile(root, path);
    this.hash.update(file).update(text);
    this.paths.set(file, path);
    try {
      const json: unknown = JSON.parse(text);
      this.#checkDuplicates(file, path, text);
      if (isRaw(json)) return json;
      this.#problems.push({ file, path: '', message: 'a schema file must contain one JSON object' });
    } catch (error) {
      this.#problems.push({ file, path: '', ...jsonProblem((error as Error).message, path) });
    }
    this.unparsed.add(file);
    return {};
  }

  #checkDuplicates(file: string, path: string, text: string): void {
    for (const { key, first, again } of duplicateKeys(text)) {
      this.unparsed.add(file);
      this.#problems.push({
        file,
        path: '',
        message: `duplicate key "${key}", first in line ${lineAt(text, first)}: only the last one would be read`,
        place: `${fromWorkingFolder(path)}:${lineAt(text, again)}`,
      });
    }
  }
}

/** Adds name and area to an entity file that does not state them; they come from its path. */
function withNameAndArea({ json, ...source }: SourceFile, area: string): SourceFile {
  const head = json['x-entity'];
  return { ...source, json: { $id: source.name, ...json, ...(isRaw(head) ? { 'x-entity': { area, ...head } } : {}) } };
}

/** Message and place of the problem for a JSON syntax error. */
function jsonProblem(message: string, path: string): Pick<SchemaProblem, 'message' | 'place'> {
  const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  const text = message
    .replace(/ in JSON at position \d+.*$/s, '')
    .replace(/^Unexpected end of JSON input$/, 'the file ends too early');
  return { message: `not JSON: ${text}`, place: `${fromWorkingFolder(path)}${line === undefined ? '' : `:${line}`}` };
}

/** Adds file and line to each problem, for editors. */
export const withPlaces = (problems: readonly SchemaProblem[], sources: Pick<Sources, 'paths'>): SchemaProblem[] =>
  problems.map((problem) => {
    const unknown = /^unknown word "(.+?)"/.exec(problem.message)?.[1];
    const at = unknown === undefined ? problem.path : `${problem.path}/${unknown}`;
    const place = problem.place ?? placeOf(problem.file, at, sources);
    return place === undefined ? problem : { ...problem, place };
  });

/** File and line of a JSON pointer, for an editor; undefined for a file that was not read. */
export function placeOf(file: string, pointer: string, { paths }: Pick<Sources, 'paths'>): string | undefined {
  const path = paths.get(file);
  if (path === undefined) return undefined;
  return `${fromWorkingFolder(path)}${pointer === '' ? '' : `:${lineOf(readFileSync(path, 'utf8'), pointer)}`}`;
}

const fromWorkingFolder = (path: string): string => relative(process.cwd(), path).split(sep).join('/');

/** Whether a value is a JSON object. */
export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a list; an empty one if it is none. */
export const listOf = <T = Raw>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

/** The value as an object; an empty one if it is none. */
export const rawOf = (value: unknown): Raw => (isRaw(value) ? value : {});

function areasOf(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_ENTITIES.has(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Paths of the files whose longest known ending is `ending`: `.json` excludes `.seed.json` and `.spec.json`. */
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
