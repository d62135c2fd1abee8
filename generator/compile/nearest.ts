/** The most similar word among `known`; undefined if none is similar. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let minDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < minDistance) {
      minDistance = distance;
      best = candidate;
    }
  }
  return best;
}

/** Suggests the most similar word: `; did you mean "x-unique"?`. Empty if none is similar. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Limit of the names that a message lists. */
const MAX_NAMES = 20;

/**
 * Suggests the most similar name, or else lists all names if there are few: `; it has: hours, price`.
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
