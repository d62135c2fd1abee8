import { listOf, rawOf } from '../compile/source.ts';

/**
 * Returns a function that joins inherited and own entries. An own entry replaces the inherited one with the same name.
 */
export const mergeListBy =
  (name: 'id' | 'name' | 'entity') =>
  (inherited: unknown, own: unknown): unknown => {
    const replaced = new Set(listOf(own).map((entry) => entry[name]));
    return [...listOf(inherited).filter((entry) => !replaced.has(entry[name])), ...listOf(own)];
  };

/** Joins inherited and own members of an object. An own member replaces the inherited one with the same key. */
export const mergeByKey = (inherited: unknown, own: unknown): unknown => ({ ...rawOf(inherited), ...rawOf(own) });
