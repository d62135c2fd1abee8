/** Width that fixed columns may take, in CSS pixels: less than half of the table in a window of 1280. */
const MAX_FROZEN_WIDTH = 400;

/**
 * How many columns of key fields stay at the left while the others are scrolled: those that fit, and at least the first.
 * A key of many fields would otherwise leave no room for the other columns.
 *
 * @param widths of the columns of key fields, in CSS pixels
 */
export function frozenCount(widths: readonly number[]): number {
  let total = 0;
  const tooMany = widths.findIndex((width) => (total += width) > MAX_FROZEN_WIDTH);
  return tooMany === -1 ? widths.length : Math.max(tooMany, Math.min(widths.length, 1));
}
