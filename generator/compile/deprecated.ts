import { appendKey, type Problem } from './problem.ts';
import { isRaw, placeOf, type Raw, type SourceFile, type Sources } from './source.ts';

/** A keyword or option that was renamed. The old word is read for one release, with a warning. */
interface Renamed {
  old: string;
  current: string;
  /** JSON pointers of the objects in which the word occurs */
  in: RegExp;
  /** old value → current value, where the values changed too; another value is not read */
  values?: ReadonlyMap<unknown, unknown>;
}

const ENTITY = /^$/;
const FIELD = /\/properties\/[^/]+$/;
const REFERENCE = /\/x-ref$/;

/** Delete this list and the callers of this file in the release that no longer reads the old words. */
const RENAMED: readonly Renamed[] = [
  { old: 'x-stays', current: 'x-immutable', in: ENTITY },
  { old: 'x-newest', current: 'x-latest', in: ENTITY },
  { old: 'x-once', current: 'x-writeOnce', in: FIELD },
  { old: 'weightier', current: 'precedence', in: /^\/x-version$/ },
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

/** An old word of a file. */
interface DeprecatedWord {
  file: string;
  /** JSON pointer with the old word */
  path: string;
  /** the same place with the current word */
  currentPath: string;
  renamed: Renamed;
}

/** Sources with current words, a warning for each old word, and a function that maps problems to the written files. */
export interface CurrentSources {
  sources: Sources;
  warnings: string[];
  asWritten(problem: Problem): Problem;
}

/** Replaces old words of entity and machine files by current ones. */
export function withCurrentWords(sources: Sources): CurrentSources {
  const found: DeprecatedWord[] = [];
  const current = (source: SourceFile): SourceFile => ({ ...source, json: convertFile(source, found) });
  const entities = sources.entities.map(current);
  const machines = sources.machines.map(current);
  const warnings = found.map(({ file, path, renamed }) => {
    const place = placeOf(file, path, sources) ?? file;
    return `${place} ${path}: "${renamed.old}" is now "${renamed.current}"; the next release does not read "${renamed.old}"`;
  });
  return { sources: { ...sources, entities, machines }, warnings, asWritten: (problem) => asWritten(problem, found) };
}

/** Converts a file to current words. An old word beside its current one is kept, and reported as unknown. */
function convertFile({ file, json }: SourceFile, found: DeprecatedWord[]): Raw {
  const convert = (value: unknown, path: string, currentPath: string): unknown => {
    if (Array.isArray(value))
      return value.map((one, index) => convert(one, appendKey(path, index), appendKey(currentPath, index)));
    if (!isRaw(value)) return value;
    const entries = Object.entries(value).map(([word, part]): [string, unknown] => {
      const renamed = RENAMED.find((one) => one.old === word && isReadAt(one, currentPath, value));
      const from = appendKey(path, word);
      const to = appendKey(currentPath, renamed?.current ?? word);
      if (!renamed) return [word, convert(part, from, to)];
      found.push({ file, path: from, currentPath: to, renamed });
      return [renamed.current, renamed.values ? renamed.values.get(part) : convert(part, from, to)];
    });
    return Object.fromEntries(entries);
  };
  return convert(json, '', '') as Raw;
}

const isReadAt = ({ old, current, in: objects, values }: Renamed, path: string, object: Raw): boolean =>
  objects.test(path) && !(current in object) && (values?.has(object[old]) ?? true);

/** Moves a problem to its path in the file as written. */
function asWritten(problem: Problem, found: readonly DeprecatedWord[]): Problem {
  const [word] = found
    .filter(({ file, currentPath }) => file === problem.file && `${problem.path}/`.startsWith(`${currentPath}/`))
    // the innermost word has the longest path
    .toSorted((a, b) => b.currentPath.length - a.currentPath.length);
  return word ? { ...problem, path: `${word.path}${problem.path.slice(word.currentPath.length)}` } : problem;
}
