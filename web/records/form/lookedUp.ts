import { expressionsOf, readOf } from '../../../generator/language/judge/lookups.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { isWritable, sameValue } from './values.ts';

/**
 * What formulae and rules read beside the row: its parent, and the rows that its lookups find, as far as they read
 * them.
 */
export interface LookedUp {
  parent: Row | null;
  lookups: Record<string, Row | null>;
}

/** Answers what formulae read beside each of several rows of an entity, in their order. @throws ApiError */
export type FetchLookedUp = (entity: string, items: readonly Row[]) => Promise<LookedUp[]>;

/** The fields whose formulae read what stands beside the row, by themselves or through fields that they read. */
export function fieldsReading({ fields }: Pick<Entity, 'fields'>, variable: 'lookup' | 'parent'): ReadonlySet<string> {
  const found = new Set<string>();
  const formulae = fields.flatMap(({ name, compute, defaultExpr }) => {
    const text = compute?.expr ?? defaultExpr;
    return text === undefined ? [] : [{ name, text }];
  });
  const reading = new RegExp(`\\b${variable}\\.`);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, text } of formulae)
      if (reading.test(text) || [...found].some((read) => new RegExp(`\\bself\\.${read}\\b`).test(text)))
        found.add(name);
  }
  return found;
}

/**
 * A computed row beside which not all is known yet, or cannot be asked for: what that gives is as it was stored, as
 * long as nothing else was changed; then results are left open for the server, and what a person may have entered
 * stays.
 */
export function withStored(entity: Entity, open: ReadonlySet<string>, row: Row, old: Row | undefined): Row {
  if (!old) return row;
  const isTouched = entity.fields.some(
    (field) => isWritable(field) && !open.has(field.name) && !sameValue(row[field.name], old[field.name]),
  );
  const stands = entity.fields.filter(
    ({ name, compute }) =>
      open.has(name) && isAbsent(row[name]) && (!isTouched || compute?.overridable === true || compute === undefined),
  );
  return { ...row, ...Object.fromEntries(stands.map(({ name }) => [name, old[name] ?? null])) };
}

/** The fields by which the parents and the lookups of an entity's rows are found, by entity. */
const asking = new WeakMap<Entity, readonly string[]>();

function fieldsAsking(entity: Entity): readonly string[] {
  const known = asking.get(entity);
  if (known) return known;
  const read = entity.lookups.flatMap((lookup) =>
    expressionsOf(lookup).flatMap((expr) => [...expr.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!)),
  );
  const names = new Set([...entity.parents.map(({ via }) => via), ...read]);
  const found = entity.fields.map(({ name }) => name).filter((name) => names.has(name));
  asking.set(entity, found);
  return found;
}

/**
 * The values by which the parent and the lookups of a row are found, as one text; undefined where nothing beside it is
 * read.
 */
export function lookupKey(entity: Entity, values: Row): string | undefined {
  if (entity.lookups.length === 0 && readOf(entity, 'parent').length === 0) return undefined;
  return JSON.stringify(
    Object.fromEntries(
      fieldsAsking(entity)
        .filter((name) => !isAbsent(values[name]))
        .map((name) => [name, values[name]]),
    ),
  );
}

/** What was looked up, as rules take it. */
export const lookupsOf = ({ lookups }: LookedUp): Record<string, Row | undefined> =>
  Object.fromEntries(Object.entries(lookups).map(([name, row]) => [name, row ?? undefined]));
