/*
 * Days by the calendar of JavaScript, independent of the product's own (`generator/language/dates.ts`), which the tests
 * check.
 */

const DAY_MS = 86_400_000;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The day `by` days after `day`. */
export const shiftDay = (day: string, by: number): string =>
  new Date((dayNumber(day) + by) * DAY_MS).toISOString().slice(0, 10);

/** The days from one day to another; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
