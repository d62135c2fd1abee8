/** Matches a number with thousands separators: groups of three digits after the first one, and none after the point. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Removes thousands separators. Text whose commas are no such separators is returned unchanged and is no number,
 * because `0,85` may mean 0.85.
 */
export const ungroup = (text: string): string => (GROUPED.test(text) ? text.replaceAll(',', '') : text);
