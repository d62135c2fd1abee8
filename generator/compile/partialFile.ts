import { childName } from '../language/expression/scope.ts';
import type { Fault } from './meta.ts';
import { appendKey, keysOfPointer, type Problem } from './problem.ts';
import { isRaw, type Raw } from './source.ts';

/** A file without the parts whose shape is invalid, so that the rest can be checked too. */
export interface PartialFile {
  json: Raw;
  /** Converts a path in this file to the path in the original file. */
  writtenAt(path: string): string;
  /** names that the omitted parts defined; problems about them would repeat those of the shape */
  omitted: ReadonlySet<string>;
}

/** An omission can make other parts invalid; a file that is still invalid after this many passes is omitted. */
const MAX_PASSES = 8;
/** Keys whose values are names that other parts of the file use. */
const NAMING_WORDS = new Set(['code', 'action', 'name', 'id', 'entity', 'field', 'use']);
/** Paths of parts that define states or actions; without them, names of states and actions cannot be checked. */
const DEFINES_STATES = /^\/x-(?:machine|approval|version)(?:\/\d+)?(?:\/(?:use|states|transitions)(?:\/\d+)?)?$/;
const STATES = ['state', 'states', 'machine', 'action', 'transition', 'operation'];

/** Omits the parts whose shape is invalid; undefined when no valid part is left. */
export function omitFaults(written: Raw, faultsOf: (json: Raw) => readonly Fault[]): PartialFile | undefined {
  const json = structuredClone(written);
  const omitted = new Set<string>();
  const originalIndexes = new Map<unknown, number[]>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const faults = faultsOf(json);
    if (faults.length === 0) return { json, omitted, writtenAt: (path) => writtenAt(json, path, originalIndexes) };
    if (faults.some(({ part }) => part === '')) return undefined;
    const shortened = new Set<unknown[]>();
    for (const { part, instead } of faults) {
      const [above, key] = [at(json, part.slice(0, part.lastIndexOf('/'))), keyOf(part)];
      if (!isRaw(above) && !Array.isArray(above)) continue;
      if (instead !== undefined) {
        (above as Raw)[key] = instead;
        continue;
      }
      for (const name of namesIn(part, (above as Raw)[key])) omitted.add(name);
      if (Array.isArray(above)) shortened.add(above);
      delete (above as Raw)[key];
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

/** Whether a problem is about a name that an omitted part defined: in its message, its path or the value there. */
export function isAboutOmitted({ path, message }: Problem, json: Raw, omitted: ReadonlySet<string>): boolean {
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

function writtenAt(json: Raw, path: string, originalIndexes: ReadonlyMap<unknown, readonly number[]>): string {
  let part: unknown = json;
  let written = '';
  for (const key of keysOfPointer(path)) {
    written = appendKey(written, Array.isArray(part) ? (originalIndexes.get(part)?.[Number(key)] ?? key) : key);
    part = isRaw(part) || Array.isArray(part) ? (part as Raw)[key] : undefined;
  }
  return written;
}
