import type { Entity } from '../../../generator/model/entity.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Row } from '../row.ts';

/** Corresponding rows of two versions; one of them may be missing. */
export interface Pair {
  from: Row | undefined;
  to: Row | undefined;
}

/**
 * Pairs the rows of two versions: first by their natural key, then the remaining ones by the fields of it that are
 * independent of period and year, so that a cover that begins later is a change and not another vessel. Rows with equal
 * keys are paired in their order.
 */
export function pairRows(
  entity: Entity,
  { keys }: Version,
  { via, anew }: VersionCopy,
  { from, to }: { from: readonly Row[]; to: readonly Row[] },
): Pair[] {
  const key = entity.key.filter((name) => name !== via && !keys.includes(name));
  const ofPeriod = new Set([
    ...Object.values(anew).flat(),
    ...entity.fields.filter(({ kind }) => kind === 'date').map(({ name }) => name),
  ]);
  const lasting = key.filter((name) => !ofPeriod.has(name));
  const first = joined(key, from, to);
  const second =
    lasting.length > 0 && lasting.length < key.length ? joined(lasting, first.from, first.to) : { ...first, pairs: [] };
  const pairs = [
    ...first.pairs,
    ...second.pairs,
    ...second.from.map((row): Pair => ({ from: row, to: undefined })),
    ...second.to.map((row): Pair => ({ from: undefined, to: row })),
  ];
  const place = (pair: Pair): string => keyText(key, pair.from ?? pair.to!);
  return pairs
    .map((pair) => ({ pair, at: place(pair) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ pair }) => pair);
}

/** The pairs with equal keys, and the unpaired rows. */
function joined(
  fields: readonly string[],
  from: readonly Row[],
  to: readonly Row[],
): { pairs: Pair[]; from: Row[]; to: Row[] } {
  const byKey = Map.groupBy(to, (row) => keyText(fields, row));
  const pairs: Pair[] = [];
  const unpaired: Row[] = [];
  for (const row of from) {
    const other = byKey.get(keyText(fields, row))?.shift();
    if (other) pairs.push({ from: row, to: other });
    else unpaired.push(row);
  }
  return { pairs, from: unpaired, to: [...byKey.values()].flat() };
}

const keyText = (fields: readonly string[], row: Row): string =>
  JSON.stringify(fields.map((name) => row[name] ?? null));
