import { isRaw, type Raw } from '../compile/source.ts';

const listOf = (value: unknown): Raw[] => (Array.isArray(value) ? (value as Raw[]) : []);
const objectOf = (value: unknown): Raw => (isRaw(value) ? value : {});

/** Entries of both entities; an own one replaces the inherited one with the same name. */
export const mergeListBy =
  (name: 'id' | 'name' | 'entity') =>
  (above: unknown, own: unknown): unknown => {
    const replaced = new Set(listOf(own).map((entry) => entry[name]));
    return [...listOf(above).filter((entry) => !replaced.has(entry[name])), ...listOf(own)];
  };

/** Operations of both entities; an own one replaces the inherited one. */
export const mergeByKey = (above: unknown, own: unknown): unknown => ({ ...objectOf(above), ...objectOf(own) });
