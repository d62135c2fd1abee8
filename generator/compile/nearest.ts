/** The word of `known` that is most similar to `word`; undefined when none is near. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** `; did you mean "x-unique"?`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** A message lists no more names than this. */
const MAX_NAMES = 20;

/**
 * The nearest name, else the list of all if it is short: `; it has: hours, price`.
 *
 * @param lead text before the list
 */
export function nearestOrAll(word: string, known: Iterable<string>, lead: string): string {
  const names = [...known];
  const nearest = didYouMean(word, names);
  return nearest !== '' || names.length === 0 || names.length > MAX_NAMES ? nearest : `; ${lead}: ${names.join(', ')}`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length]!;
}
