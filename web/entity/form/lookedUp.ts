import type { Entity } from '../../../generator/model/types.ts';
import { isAbsent, type Row } from '../../kinds/types.ts';
import { isWritable, sameValue } from './values.ts';

/** What formulae and rules read beside the row: its parent, and the rows that its lookups find, as far as they read them. */
export interface Outside { parent: Row | null; lookups: Record<string, Row | null> }

/** The fields whose formulae read a row looked up, by themselves or through fields that they read. */
export function fieldsLookedUp({ fields, lookups }: Entity): ReadonlySet<string> {
  const found = new Set<string>();
  if (lookups.length === 0) return found;
  const formulae = fields.flatMap(({ name, compute, defaultExpr }) => { const text = compute?.expr ?? defaultExpr; return text === undefined ? [] : [{ name, text }]; });
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, text } of formulae) if (/\blookup\./.test(text) || [...found].some((read) => new RegExp(`\\bself\\.${read}\\b`).test(text))) found.add(name);
  }
  return found;
}

/**
 * A computed row whose lookups are not known, as in a grid: what they give is as it was stored, as long as nothing else was
 * changed; then it is left open for the server.
 */
export function withStored(entity: Entity, known: ReadonlySet<string>, row: Row, old: Row | undefined): Row {
  if (!old || entity.fields.some((field) => isWritable(field) && !known.has(field.name) && !sameValue(row[field.name], old[field.name]))) return row;
  return { ...row, ...Object.fromEntries([...known].filter((name) => isAbsent(row[name])).map((name) => [name, old[name] ?? null])) };
}

/** The values by which the parent and the lookups of a row are found, as one text; undefined where nothing is looked up. */
export function askedOutside({ lookups, fields }: Entity, vias: readonly string[], values: Row): string | undefined {
  if (lookups.length === 0) return undefined;
  const read = lookups.flatMap(({ by }) => by.flatMap(({ expr }) => [...expr.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!)));
  const names = fields.map(({ name }) => name).filter((name) => vias.includes(name) || read.includes(name));
  return JSON.stringify(Object.fromEntries(names.filter((name) => !isAbsent(values[name])).map((name) => [name, values[name]])));
}
