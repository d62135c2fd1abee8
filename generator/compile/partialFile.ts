import { childName } from '../language/expression/scope.ts';
import type { Fault } from './meta.ts';
import { pointer, stepsOf, type Problem } from './problem.ts';
import { isRaw, type Raw } from './source.ts';

/** A file that was left without what is wrong with its shape, so that the rest of it can be read and judged too. */
export interface Mended {
  json: Raw;
  /** The place in the file as it was written of a place in the one without. */
  writtenAt(path: string): string;
  /**
   * names that nobody knows now, for the parts that gave them are left out: what is said of them would only add noise
   */
  lost: ReadonlySet<string>;
}

/**
 * What parts are left out may change which others are wrong; a file that is not sound after so many turns is not read.
 */
const MOST_TURNS = 8;
/** The words in which a part of a file gives a name that other parts use. */
const NAMING = new Set(['code', 'action', 'name', 'id', 'entity', 'field', 'use']);
/** Words that bring states or actions: without one of them, what asks for states and actions cannot be judged. */
const BRINGS_STATES = /^\/x-(?:machine|approval|version)(?:\/\d+)?(?:\/(?:use|states|transitions)(?:\/\d+)?)?$/;
const STATES = ['state', 'states', 'machine', 'action', 'transition', 'operation'];

/** The file without what is wrong with its shape; undefined where nothing is left that could be read. */
export function mended(written: Raw, faultsOf: (json: Raw) => readonly Fault[]): Mended | undefined {
  const json = structuredClone(written);
  const lost = new Set<string>();
  const places = new Map<unknown, number[]>();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
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

/** Whether a problem is told of a name that is lost, by its words or by what stands at its place. */
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

/** The names that a part gives: of a field, states, actions, parts and rows looked up. */
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
