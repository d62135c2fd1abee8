import { childName } from '../language/expression/scope.ts';
import type { Fault } from './meta.ts';
import { pointer, stepsOf, type Problem } from './problem.ts';
import { isRaw, type Raw } from './source.ts';

/** A file without the parts whose shape is invalid, so that the rest can be checked too. */
export interface PartialFile {
  json: Raw;
  /** The path in the original file of a path in this one. */
  writtenAt(path: string): string;
  /** names that the omitted parts defined: problems about them would only repeat those of the shape */
  lost: ReadonlySet<string>;
}

/** An omitted part may make others invalid; a file that is still invalid after so many passes is not read. */
const MAX_PASSES = 8;
/** Properties in which a part of a file defines a name that other parts use. */
const NAMING = new Set(['code', 'action', 'name', 'id', 'entity', 'field', 'use']);
/** Keywords that define states or actions: without one of them, references to states and actions cannot be checked. */
const BRINGS_STATES = /^\/x-(?:machine|approval|version)(?:\/\d+)?(?:\/(?:use|states|transitions)(?:\/\d+)?)?$/;
const STATES = ['state', 'states', 'machine', 'action', 'transition', 'operation'];

/** Omits the parts whose shape is invalid; undefined if nothing is left to read. */
export function partialFile(written: Raw, faultsOf: (json: Raw) => readonly Fault[]): PartialFile | undefined {
  const json = structuredClone(written);
  const lost = new Set<string>();
  const places = new Map<unknown, number[]>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const faults = faultsOf(json);
    if (faults.length === 0) return { json, lost, writtenAt: (path) => writtenAt(json, path, places) };
    if (faults.some(({ part }) => part === '')) return undefined;
    const holed = new Set<unknown[]>();
    for (const { part, instead } of faults) {
      const [above, key] = [at(json, part.slice(0, part.lastIndexOf('/'))), keyOf(part)];
      if (!isRaw(above) && !Array.isArray(above)) continue;
      if (instead !== undefined) {
        (above as Raw)[key] = instead;
        continue;
      }
      for (const name of namesIn(part, (above as Raw)[key])) lost.add(name);
      if (Array.isArray(above)) holed.add(above);
      delete (above as Raw)[key];
    }
    for (const list of holed) {
      const kept = Object.keys(list).map(Number);
      places.set(
        list,
        kept.map((index) => (places.get(list) ?? [])[index] ?? index),
      );
      list.splice(0, list.length, ...kept.map((index) => list[index]));
    }
  }
  return undefined;
}

/** Whether a problem is about a name that an omitted part defined: in its message, its path or the value there. */
export function isOfLost({ path, message }: Problem, json: Raw, lost: ReadonlySet<string>): boolean {
  if (lost.size === 0) return false;
  return `${message} ${path} ${JSON.stringify(at(json, path)) ?? ''}`.split(/[^\w-]+/).some((word) => lost.has(word));
}

const keyOf = (path: string): string => stepsOf(path).at(-1)!;
const at = (json: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>(
    (part, step) => (isRaw(part) || Array.isArray(part) ? (part as Raw)[step] : undefined),
    json,
  );

/** The names that a part defines: of a field, states, actions, children and lookups. */
function namesIn(path: string, part: unknown): string[] {
  const [top, own, ...deeper] = stepsOf(path);
  const names = top === 'properties' && own !== undefined && deeper.length === 0 ? [own] : [];
  if (BRINGS_STATES.test(path)) names.push(...STATES);
  const gather = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(gather);
    if (!isRaw(value)) return;
    for (const [word, inner] of Object.entries(value)) {
      if (NAMING.has(word) && typeof inner === 'string') names.push(inner, childName(inner));
      gather(inner);
    }
  };
  gather(part);
  return names;
}

function writtenAt(json: Raw, path: string, places: ReadonlyMap<unknown, readonly number[]>): string {
  let part: unknown = json;
  let written = '';
  for (const step of stepsOf(path)) {
    written = pointer(written, Array.isArray(part) ? (places.get(part)?.[Number(step)] ?? step) : step);
    part = isRaw(part) || Array.isArray(part) ? (part as Raw)[step] : undefined;
  }
  return written;
}
