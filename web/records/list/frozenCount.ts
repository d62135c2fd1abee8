/** Width that fixed columns may take, in CSS pixels: less than half of the table in a window of 1280. */
const MAX_FROZEN_WIDTH = 400;

/**
 * How many columns stay at the left while the others are scrolled: the key fields that the list begins with, as far as
 * they fit, and at least the first column. No column is moved: the order of the list says what is read first.
 */
export function frozenCount(columns: readonly { isKey: boolean; width: number }[]): number {
  let total = 0;
  const end = columns.findIndex(({ isKey, width }) => !isKey || (total += width) > MAX_FROZEN_WIDTH);
  return end === -1 ? columns.length : Math.max(end, 1);
}
