import { nearestOrAll } from './nearest.ts';
import { appendKey, type SchemaProblem } from './problem.ts';
import { shapeChecker } from './meta.ts';
import { isRaw, type Raw, type SourceFile, type Sources } from './source.ts';

/** An `x-spec` that was read from a `<entity>.spec.json`. */
interface MergedSpec {
  /** the entity file */
  file: string;
  /** JSON pointer of the `x-spec` in the merged entity file */
  path: string;
  specFile: string;
  /** JSON pointer of the `x-spec` in the spec file */
  specPath: string;
}

/** The sources with the `x-spec` of their `.spec.json` files. */
export interface SpecifiedSources {
  sources: Sources;
  /** Converts a problem to its path in the files as written. */
  asWritten(problem: SchemaProblem): SchemaProblem;
}

/**
 * Merges each `<name>.spec.json` into the entity or body file beside it. The spec file has the structure of the entity
 * file: a list of texts is the `x-spec` of the object at the same path. Entries of lists are named by `id`, `name` or
 * `entity`.
 */
export function withSpecs(sources: Sources, problems: SchemaProblem[]): SpecifiedSources {
  const merged: MergedSpec[] = [];
  const shapeProblemsOf = shapeChecker(sources, 'spec');
  const described = [...sources.entities, ...sources.bodies];
  for (const spec of sources.specs) {
    if (!sources.isJson(spec)) continue;
    const report = (path: string, message: string): void => void problems.push({ file: spec.file, path, message });
    const shapeProblems = shapeProblemsOf(spec.json);
    for (const { path, message } of shapeProblems) report(path, message);
    const file = spec.file.replace(/\.spec\.json$/, '.json');
    const index = described.findIndex((source) => source.file === file);
    if (index < 0) report('', `there is no schema "${file}" beside it`);
    if (index < 0 || shapeProblems.length > 0) continue;
    const merge = new SpecMerge(spec.file, described[index]!, report);
    described[index] = { ...described[index]!, json: merge.json(spec.json) };
    merged.push(...merge.merged);
  }
  const entities = described.slice(0, sources.entities.length);
  const bodies = described.slice(sources.entities.length);
  return { sources: { ...sources, entities, bodies }, asWritten: (problem) => asWritten(problem, merged) };
}

/** Merges one `.spec.json` into its entity file. */
class SpecMerge {
  readonly merged: MergedSpec[] = [];
  readonly #specFile: string;
  readonly #entity: SourceFile;
  readonly #report: (path: string, message: string) => void;

  constructor(specFile: string, entity: SourceFile, report: (path: string, message: string) => void) {
    this.#specFile = specFile;
    this.#entity = entity;
    this.#report = report;
  }

  /** The content of the entity file with the `x-spec` of the spec file. */
  json({ $schema: _, ...spec }: Raw): Raw {
    return this.#add(this.#entity.json, spec, '', '') as Raw;
  }

  #add(target: unknown, spec: unknown, path: string, specPath: string): unknown {
    if (!isRaw(spec)) return this.#addList(target, spec, path, specPath);
    const copy = Array.isArray(target) ? [...(target as unknown[])] : { ...(target as Raw) };
    for (const [name, part] of Object.entries(spec)) {
      const at = appendKey(specPath, name);
      if (name === 'x-spec') {
        Object.assign(copy, this.#addList(copy, part, path, at));
        continue;
      }
      const key = this.#keyOf(copy, name, at);
      if (key === undefined) continue;
      const parts = copy as Record<string | number, unknown>;
      parts[key] = this.#add(parts[key], part, appendKey(path, key), at);
    }
    return copy;
  }

  #addList(target: unknown, list: unknown, path: string, specPath: string): unknown {
    if (!isRaw(target)) this.#report(specPath, 'only an object has an x-spec; entries of a list are named one by one');
    else if ('x-spec' in target)
      this.#report(specPath, 'the schema has an x-spec here: write it in one of the two files');
    else {
      this.merged.push({ file: this.#entity.file, path: `${path}/x-spec`, specFile: this.#specFile, specPath });
      return { ...target, 'x-spec': list };
    }
    return target;
  }

  /**
   * Key of a property, or index of a list entry, by name. If there is none, it reports a problem and returns undefined.
   */
  #keyOf(target: Raw | unknown[], name: string, at: string): string | number | undefined {
    const names = Array.isArray(target)
      ? target.map(nameOf)
      : Object.keys(target).filter((key) => isObject(target[key]));
    const found = names.flatMap((other, index) => (other === name ? [index] : []));
    if (found.length === 1) return Array.isArray(target) ? found[0]! : name;
    const known = names.filter((other) => other !== undefined);
    this.#report(
      at,
      found.length > 1
        ? `several entries are named "${name}": write their x-spec in the schema`
        : `the schema has no "${name}" here${nearestOrAll(name, known, 'it has')}`,
    );
    return undefined;
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The name of a list entry. */
function nameOf(entry: unknown): string | undefined {
  const name = isRaw(entry) ? (entry['id'] ?? entry['name'] ?? entry['entity']) : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Converts a problem with a merged `x-spec` to its path in the `.spec.json`. */
function asWritten(problem: SchemaProblem, merged: readonly MergedSpec[]): SchemaProblem {
  const at = problem.message.startsWith('unknown word "x-spec"') ? `${problem.path}/x-spec` : problem.path;
  const found = merged.find(({ file, path }) => file === problem.file && `${at}/`.startsWith(`${path}/`));
  return found ? { ...problem, file: found.specFile, path: found.specPath } : problem;
}
