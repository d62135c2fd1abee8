import type { Entity } from '../../../generator/model/entity.ts';
import type { VersionCopy } from '../../../generator/model/version.ts';
import type { Row } from '../row.ts';

/** Corresponding rows of two versions; `from` or `to` is undefined for a row that only one version has. */
export interface Pair {
  from: Row | undefined;
  to: Row | undefined;
}

/**
 * Pairs the rows of two versions: first by their natural key, then the remaining rows by the key fields that do not
 * depend on period and year. So a cover that begins later counts as a change of the same vessel. Rows with equal keys
 * are paired in their order.
 *
 * @param keys the fields that repeat a key of the version (`copiedKeys`)
 */
export function pairRows(
  entity: Entity,
  keys: readonly string[],
  { via, resets }: VersionCopy,
  { from, to }: { from: readonly Row[]; to: readonly Row[] },
): Pair[] {
  const key = entity.key.filter((name) => name !== via && !keys.includes(name));
  const ofPeriod = new Set([
    ...Object.values(resets).flat(),
    ...entity.fields.filter(({ kind }) => kind === 'date').map(({ name }) => name),
  ]);
  const keyWithoutPeriod = key.filter((name) => !ofPeriod.has(name));
  const first = pairByKey(key, from, to);
  const second =
    keyWithoutPeriod.length > 0 && keyWithoutPeriod.length < key.length
      ? pairByKey(keyWithoutPeriod, first.from, first.to)
      : { ...first, pairs: [] };
  const pairs = [
    ...first.pairs,
    ...second.pairs,
    ...second.from.map((row): Pair => ({ from: row, to: undefined })),
    ...second.to.map((row): Pair => ({ from: undefined, to: row })),
  ];
  return pairs
    .map((pair) => ({ pair, text: keyText(key, pair.from ?? pair.to!) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ pair }) => pair);
}

/** Pairs rows with equal values in `fields`, and returns the unpaired rows too. */
function pairByKey(
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
