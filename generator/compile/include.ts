import { appendKey, keysOfPointer, type SchemaProblem } from './problem.ts';
import { mergeInherited } from './merge.ts';
import { Report } from './report.ts';
import { isRaw, listOf, type Raw, type SourceFile } from './source.ts';

/** The names of the bodies that a file includes (`x-include`). */
const includedNames = ({ json }: Pick<SourceFile, 'json'>): string[] => listOf<string>(json['x-include']);

/** The bodies that a file includes, in its order. */
export const includedBodies = (source: SourceFile, bodies: readonly SourceFile[]): SourceFile[] =>
  includedNames(source).flatMap((name) => bodies.find((body) => body.name === name) ?? []);

/** Adds the content of the included bodies to a file. The file has precedence, then the body that it names last. */
export function includeBodies(source: SourceFile, bodies: readonly SourceFile[]): SourceFile {
  const included = includedBodies(source, bodies);
  if (included.length === 0) return source;
  const inherited = included.map(contentOf).reduce(mergeInherited);
  return { ...source, json: mergeInherited(inherited, source.json) };
}

/** The keywords of a body that an entity takes over. */
const contentOf = ({ json }: SourceFile): Raw =>
  Object.fromEntries(Object.entries(json).filter(([word]) => !['$schema', 'title', 'description'].includes(word)));

/** Reports each name in `x-include` that is no file in `bodies/`. */
export function checkBodiesExist(
  entities: readonly SourceFile[],
  bodies: readonly SourceFile[],
  problems: SchemaProblem[],
): void {
  const known = bodies.map(({ name }) => name);
  for (const source of entities)
    includedNames(source).forEach((name, index) => {
      if (!known.includes(name)) new Report(source.file, problems).unknown(['x-include', index], 'body', name, known);
    });
}

/** A part of a file. */
interface Place {
  file: string;
  /** JSON pointer */
  path: string;
}

/** Finds the parts of a file with included bodies in the files that contain them. */
export class Origins {
  readonly #merged: Raw;
  /** the file itself, then its bodies, those with precedence first */
  readonly #files: readonly SourceFile[];
  /** parts that the merge takes over unchanged, with their places */
  readonly #places = new Map<unknown, Place>();

  constructor(merged: Raw, own: SourceFile, bodies: readonly SourceFile[]) {
    this.#merged = merged;
    this.#files = [own, ...bodies.toReversed()];
    for (const { file, json } of this.#files)
      for (const [word, part] of Object.entries(json)) this.#addPlaces(file, appendKey('', word), part, 1);
  }

  /** The place of a part of the merged file, by its JSON pointer. */
  placeOf(pointer: string): Place {
    const keys = keysOfPointer(pointer);
    let part: unknown = this.#merged;
    for (const [index, key] of keys.entries()) {
      part = isRaw(part) || Array.isArray(part) ? (part as Raw)[key] : undefined;
      const place = this.#places.get(part);
      if (place) return { file: place.file, path: keys.slice(index + 1).reduce<string>(appendKey, place.path) };
    }
    return this.#placeOfMerged(pointer, keys, part);
  }

  /** Entries of a keyword are taken over unchanged, its value may be merged from several files. */
  #addPlaces(file: string, path: string, part: unknown, depth: number): void {
    if (!isRaw(part) && !Array.isArray(part)) return;
    if (!this.#places.has(part)) this.#places.set(part, { file, path });
    if (depth > 1) return;
    for (const [key, entry] of Object.entries(part)) this.#addPlaces(file, appendKey(path, key), entry, depth + 1);
  }

  /** The place of a text, or of a value that is merged from several files. */
  #placeOfMerged(pointer: string, [word, key]: readonly string[], value: unknown): Place {
    const owner = this.#files.find(({ json }) =>
      key !== undefined && Array.isArray(json[word!])
        ? (json[word!] as unknown[]).includes(value)
        : word !== undefined && word in json,
    );
    const { file, json } = owner ?? this.#files[0]!;
    const list = word === undefined ? undefined : json[word];
    const index = Array.isArray(list) ? list.indexOf(value) : -1;
    return { file, path: key !== undefined && index >= 0 ? appendKey(appendKey('', word!), index) : pointer };
  }
}

/**
 * Converts problems with merged files to the files that contain the reported parts. A problem with a part of a body is
 * reported once; if not all entities with the body have it, the message names those that do.
 *
 * @param origins by entity file
 */
export function toContainingFiles(
  problems: readonly SchemaProblem[],
  origins: ReadonlyMap<string, Origins>,
  entities: readonly SourceFile[],
): SchemaProblem[] {
  const found = new Map<string, { problem: SchemaProblem; places: Set<string> }>();
  for (const problem of problems) {
    const place = origins.get(problem.file)?.placeOf(problem.path) ?? problem;
    const moved = { ...problem, file: place.file, path: place.path };
    const identity = JSON.stringify([moved.file, moved.path, moved.message]);
    const same = found.get(identity);
    if (same === undefined) found.set(identity, { problem: moved, places: new Set([problem.file]) });
    else same.places.add(problem.file);
  }
  return [...found.values()].map(({ problem, places }) => {
    const [body] = [...places].every((file) => file !== problem.file) ? [nameOfFile(problem.file)] : [];
    if (body === undefined) return problem;
    const including = entities.filter((source) => includedNames(source).includes(body));
    if (including.every(({ file }) => places.has(file))) return problem;
    const names = including.filter(({ file }) => places.has(file)).map(({ name }) => `"${name}"`);
    return { ...problem, message: `${problem.message} (in ${names.join(', ')})` };
  });
}

const nameOfFile = (file: string): string => file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
