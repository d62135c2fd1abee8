import type { Entity } from '../../../generator/model/entity.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import type { Row } from '../row.ts';

/** A row of one version and the row of the other that is the same thing; one of them may be missing. */
export interface Pair {
  from: Row | undefined;
  to: Row | undefined;
}

/**
 * Pairs the rows of two versions: first by their natural key, then what is left by the part of it that no period and no
 * other year changes, so that a cover that begins later is a change and not another vessel. Of several with one key the
 * first goes with the first.
 */
export function pairRows(
  entity: Entity,
  { keys }: Version,
  { via, anew }: VersionCopy,
  { from, to }: { from: readonly Row[]; to: readonly Row[] },
): Pair[] {
  const whole = entity.key.filter((name) => name !== via && !keys.includes(name));
  const passing = new Set([
    ...Object.values(anew).flat(),
    ...entity.fields.filter(({ kind }) => kind === 'date').map(({ name }) => name),
  ]);
  const lasting = whole.filter((name) => !passing.has(name));
  const first = joined(whole, from, to);
  const second =
    lasting.length > 0 && lasting.length < whole.length
      ? joined(lasting, first.from, first.to)
      : { ...first, pairs: [] };
  const pairs = [
    ...first.pairs,
    ...second.pairs,
    ...second.from.map((row): Pair => ({ from: row, to: undefined })),
    ...second.to.map((row): Pair => ({ from: undefined, to: row })),
  ];
  const place = (pair: Pair): string => keyText(whole, pair.from ?? pair.to!);
  return pairs
    .map((pair) => ({ pair, at: place(pair) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ pair }) => pair);
}

/** The pairs of equal keys, and the rows that have none. */
function joined(
  fields: readonly string[],
  from: readonly Row[],
  to: readonly Row[],
): { pairs: Pair[]; from: Row[]; to: Row[] } {
  const waiting = Map.groupBy(to, (row) => keyText(fields, row));
  const pairs: Pair[] = [];
  const alone: Row[] = [];
  for (const row of from) {
    const other = waiting.get(keyText(fields, row))?.shift();
    if (other) pairs.push({ from: row, to: other });
    else alone.push(row);
  }
  return { pairs, from: alone, to: [...waiting.values()].flat() };
}

const keyText = (fields: readonly string[], row: Row): string =>
  JSON.stringify(fields.map((name) => row[name] ?? null));
