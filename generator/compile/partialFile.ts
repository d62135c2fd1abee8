import { childName } from '../language/expression/scope.ts';
import type { ShapeProblem } from './meta.ts';
import { appendKey, keysOfPointer, type SchemaProblem } from './problem.ts';
import { isRaw, type Raw } from './source.ts';

/** A file without the parts whose shape is invalid, so that the rest can be checked too. */
export interface PartialFile {
  json: Raw;
  /** Converts a path in this file to the path in the original file. */
  writtenAt(path: string): string;
  /** names that the omitted parts define; problems about them are not reported */
  omitted: ReadonlySet<string>;
}

/** Limit of passes, because an omission can make other parts invalid. A file that is still invalid then is omitted. */
const MAX_PASSES = 8;
/** Keys whose values are names that other parts of the file use. */
const NAMING_WORDS = new Set(['code', 'action', 'name', 'id', 'entity', 'field', 'use']);
/** Paths of parts that define states or actions; without them, names of states and actions cannot be checked. */
const DEFINES_STATES = /^\/x-(?:machine|approval|version)(?:\/\d+)?(?:\/(?:use|states|transitions)(?:\/\d+)?)?$/;
const STATES = ['state', 'states', 'machine', 'action', 'transition', 'operation'];

/** Omits or repairs the parts with an invalid shape. @returns undefined if the file remains invalid */
export function omitInvalidParts(
  written: Raw,
  shapeProblemsOf: (json: Raw) => readonly ShapeProblem[],
): PartialFile | undefined {
  const json = structuredClone(written);
  const omitted = new Set<string>();
  const originalIndexes = new Map<unknown, number[]>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const shapeProblems = shapeProblemsOf(json);
    if (shapeProblems.length === 0)
      return { json, omitted, writtenAt: (path) => writtenAt(json, path, originalIndexes) };
    if (shapeProblems.some(({ part }) => part === '')) return undefined;
    const shortened = new Set<unknown[]>();
    for (const { part, replacement } of shapeProblems) {
      const [parent, key] = [at(json, part.slice(0, part.lastIndexOf('/'))), keyOf(part)];
      if (!isRaw(parent) && !Array.isArray(parent)) continue;
      if (replacement !== undefined) {
        (parent as Raw)[key] = replacement;
        continue;
      }
      for (const name of namesIn(part, (parent as Raw)[key])) omitted.add(name);
      if (Array.isArray(parent)) shortened.add(parent);
      delete (parent as Raw)[key];
    }
    for (const list of shortened) {
      const kept = Object.keys(list).map(Number);
      originalIndexes.set(
        list,
        kept.map((index) => (originalIndexes.get(list) ?? [])[index] ?? index),
      );
      list.splice(0, list.length, ...kept.map((index) => list[index]));
    }
  }
  return undefined;
}

/** Whether the message, the path or the value of a problem contains a name that an omitted part defines. */
export function isAboutOmitted({ path, message }: SchemaProblem, json: Raw, omitted: ReadonlySet<string>): boolean {
  if (omitted.size === 0) return false;
  return `${message} ${path} ${JSON.stringify(at(json, path)) ?? ''}`
    .split(/[^\w-]+/)
    .some((word) => omitted.has(word));
}

const keyOf = (path: string): string => keysOfPointer(path).at(-1)!;
const at = (json: unknown, path: string): unknown =>
  keysOfPointer(path).reduce<unknown>(
    (part, key) => (isRaw(part) || Array.isArray(part) ? (part as Raw)[key] : undefined),
    json,
  );

/** The names that a part defines: of a field, states, actions, children and lookups. */
function namesIn(path: string, part: unknown): string[] {
  const [top, own, ...deeper] = keysOfPointer(path);
  const names = top === 'properties' && own !== undefined && deeper.length === 0 ? [own] : [];
  if (DEFINES_STATES.test(path)) names.push(...STATES);
  const gather = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(gather);
    if (!isRaw(value)) return;
    for (const [word, inner] of Object.entries(value)) {
      if (NAMING_WORDS.has(word) && typeof inner === 'string') names.push(inner, childName(inner));
      gather(inner);
    }
  };
  gather(part);
  return names;
}

/** The path in the original file: list indexes are those before the omission. */
function writtenAt(json: Raw, path: string, originalIndexes: ReadonlyMap<unknown, readonly number[]>): string {
  let part: unknown = json;
  let written = '';
  for (const key of keysOfPointer(path)) {
    written = appendKey(written, Array.isArray(part) ? (originalIndexes.get(part)?.[Number(key)] ?? key) : key);
    part = isRaw(part) || Array.isArray(part) ? (part as Raw)[key] : undefined;
  }
  return written;
}
