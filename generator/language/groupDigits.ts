/** A decimal text; anything else is left as it is. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Prints decimal text with thousands separators, as both languages of the product have them, on the text itself: no
 * digit is lost or rounded. `places` pads with zeros to at least so many places. What is no decimal text stays as it
 * is.
 */
export function groupDigits(text: string, places = 0): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', part = ''] = match;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = part.padEnd(places, '0');
  return `${sign}${grouped}${fraction === '' ? '' : `.${fraction}`}`;
}
