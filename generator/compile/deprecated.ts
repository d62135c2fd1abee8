import { appendKey, type SchemaProblem } from './problem.ts';
import { isRaw, placeOf, type Raw, type SourceFile, type Sources } from './source.ts';

/** A renamed keyword or option. The old name is read for one release, with a warning. */
interface Renamed {
  old: string;
  current: string;
  /** matches the JSON pointers of the objects that can contain it */
  in: RegExp;
  /** old value → current value, if the values changed too; other values are not converted */
  values?: ReadonlyMap<unknown, unknown>;
}

const ENTITY = /^$/;
const FIELD = /\/properties\/[^/]+$/;
const REFERENCE = /\/x-ref$/;

/** Renamed keywords. Delete this file and its calls in the release that no longer reads the old names. */
const RENAMED: readonly Renamed[] = [
  { old: 'x-stays', current: 'x-immutable', in: ENTITY },
  { old: 'x-newest', current: 'x-latest', in: ENTITY },
  { old: 'x-once', current: 'x-writeOnce', in: FIELD },
  { old: 'weightier', current: 'precedence', in: /^\/x-version$/ },
  { old: 'anew', current: 'resets', in: /^\/x-version\/copy\/\d+$/ },
  { old: 'told', current: 'summary', in: /^\/x-changeLog$/ },
  {
    old: 'outlives',
    current: 'onDelete',
    in: REFERENCE,
    values: new Map([
      [true, 'keep'],
      [false, 'restrict'],
    ]),
  },
  {
    old: 'binds',
    current: 'onUpdate',
    in: REFERENCE,
    values: new Map([
      [true, 'restrict'],
      [false, 'keep'],
    ]),
  },
];

/** An old name found in a file. */
interface DeprecatedKeyword {
  file: string;
  /** JSON pointer with the old name */
  path: string;
  /** JSON pointer with the current name */
  currentPath: string;
  renamed: Renamed;
}

/** The sources with current keywords. */
export interface CurrentSources {
  sources: Sources;
  /** a message for each old name */
  warnings: string[];
  /** Converts a problem to its path in the file as written. */
  asWritten(problem: SchemaProblem): SchemaProblem;
}

/** Replaces old names of keywords in entity, body and machine files by the current ones. */
export function withCurrentKeywords(sources: Sources): CurrentSources {
  const found: DeprecatedKeyword[] = [];
  const current = (source: SourceFile): SourceFile => ({ ...source, json: convertFile(source, found) });
  const entities = sources.entities.map(current);
  const bodies = sources.bodies.map(current);
  const machines = sources.machines.map(current);
  const warnings = found.map(({ file, path, renamed }) => {
    const place = placeOf(file, path, sources) ?? file;
    return `${place} ${path}: "${renamed.old}" is now "${renamed.current}"; the next release does not read "${renamed.old}"`;
  });
  return {
    sources: { ...sources, entities, bodies, machines },
    warnings,
    asWritten: (problem) => asWritten(problem, found),
  };
}

/**
 * Converts a file to current keywords. An old name beside the current one is kept, so that it is reported as unknown.
 */
function convertFile({ file, json }: SourceFile, found: DeprecatedKeyword[]): Raw {
  const convert = (value: unknown, path: string, currentPath: string): unknown => {
    if (Array.isArray(value))
      return value.map((item, index) => convert(item, appendKey(path, index), appendKey(currentPath, index)));
    if (!isRaw(value)) return value;
    const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
      const renamed = RENAMED.find((candidate) => candidate.old === name && isReadAt(candidate, currentPath, value));
      const from = appendKey(path, name);
      const to = appendKey(currentPath, renamed?.current ?? name);
      if (!renamed) return [name, convert(part, from, to)];
      found.push({ file, path: from, currentPath: to, renamed });
      return [renamed.current, renamed.values ? renamed.values.get(part) : convert(part, from, to)];
    });
    return Object.fromEntries(entries);
  };
  return convert(json, '', '') as Raw;
}

const isReadAt = ({ old, current, in: objects, values }: Renamed, path: string, object: Raw): boolean =>
  objects.test(path) && !(current in object) && (values?.has(object[old]) ?? true);

/** Converts a problem to its path in the file as written. */
function asWritten(problem: SchemaProblem, found: readonly DeprecatedKeyword[]): SchemaProblem {
  const [innermost] = found
    .filter(({ file, currentPath }) => file === problem.file && `${problem.path}/`.startsWith(`${currentPath}/`))
    // the innermost object has the longest path
    .toSorted((a, b) => b.currentPath.length - a.currentPath.length);
  return innermost
    ? { ...problem, path: `${innermost.path}${problem.path.slice(innermost.currentPath.length)}` }
    : problem;
}
