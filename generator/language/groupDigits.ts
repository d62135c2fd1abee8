/** Matches decimal text. */
export const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Adds thousands separators to a decimal text: `1234.5` becomes `1,234.5`. It works on text, so nothing is rounded.
 * Other text is returned unchanged.
 *
 * @param places min number of decimal places, filled with zeros
 */
export function groupDigits(text: string, places = 0): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = '', integer = '', decimals = ''] = match;
  const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = decimals.padEnd(places, '0');
  return `${sign}${grouped}${fraction === '' ? '' : `.${fraction}`}`;
}
