import { formulaOf } from '../../../generator/language/evaluation/compute.ts';
import { expressionsOf, readOf } from '../../../generator/language/evaluation/lookups.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { isWritable, isSameValue } from './values.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** Other rows that the formulas and rules of a row read: its parent and its lookups, with the fields that are read. */
export interface LookedUp {
  parent: Row | null;
  lookups: Record<string, Row | null>;
}

/** Fetches the parents and lookups of several rows of an entity, in the order of the rows. @throws ApiError */
export type FetchLookedUp = (entity: string, items: readonly Row[]) => Promise<LookedUp[]>;

/** The fields whose formulas read the parent or a lookup, directly or through other fields. */
export function fieldsReading({ fields }: Pick<Entity, 'fields'>, variable: 'lookup' | 'parent'): ReadonlySet<string> {
  const found = new Set<string>();
  const formulas = fields.flatMap((field) => {
    const text = formulaOf(field);
    return text === undefined ? [] : [{ name: field.name, text }];
  });
  const reading = new RegExp(`\\b${variable}\\.`);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, text } of formulas)
      if (reading.test(text) || [...found].some((read) => new RegExp(`\\bself\\.${read}\\b`).test(text)))
        found.add(name);
  }
  return found;
}

/** A row before and after its formulas. */
interface Computed {
  /** what a person entered: without the values of formulas */
  entered: Row;
  computed: Row;
}

/**
 * Restores stored values in a computed row whose parent or lookups are unknown, as a formula with a fallback has a
 * wrong result then. All fields that read them keep their stored values until another field changes. From then on only
 * values that a person may have entered are kept, and the server computes the others.
 *
 * @param unknown the fields that cannot be computed
 */
export function withStored(
  entity: Entity,
  unknown: ReadonlySet<string>,
  { entered, computed }: Computed,
  old: Row | undefined,
): Row {
  if (!old) return computed;
  const isTouched = entity.fields.some(
    (field) => isWritable(field) && !unknown.has(field.name) && !isSameValue(computed[field.name], old[field.name]),
  );
  const kept = entity.fields.filter(
    ({ name, compute }) =>
      unknown.has(name) &&
      isAbsent(entered[name]) &&
      (!isTouched || compute?.overridable === true || compute === undefined),
  );
  return { ...computed, ...Object.fromEntries(kept.map(({ name }) => [name, old[name] ?? null])) };
}

/** The fields whose values find the parents and lookups of an entity's rows. */
const keyFieldsOf = cacheByObject((entity: Entity): readonly string[] => {
  const read = entity.lookups.flatMap((lookup) =>
    expressionsOf(lookup).flatMap((expr) => [...expr.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!)),
  );
  const names = new Set([...entity.parents.map(({ via }) => via), ...read]);
  return entity.fields.map(({ name }) => name).filter((name) => names.has(name));
});

/** The values that find the parent and the lookups of a row, as JSON; undefined if no rule or formula reads them. */
export function lookupKey(entity: Entity, values: Row): string | undefined {
  if (entity.lookups.length === 0 && readOf(entity, 'parent').length === 0) return undefined;
  return JSON.stringify(
    Object.fromEntries(
      keyFieldsOf(entity)
        .filter((name) => !isAbsent(values[name]))
        .map((name) => [name, values[name]]),
    ),
  );
}

/** The rows of lookups by their names, as rules read them. */
export const lookupsOf = ({ lookups }: LookedUp): Record<string, Row | undefined> =>
  Object.fromEntries(Object.entries(lookups).map(([name, row]) => [name, row ?? undefined]));
