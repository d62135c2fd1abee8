const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Larger than the exponent of any double. */
const MAX_EXPONENT = 400;
/** Limit of characters, because the pattern is slow for long texts. Programs write up to 25. */
const MAX_LENGTH = 1000;
/** Significant digits with which programs print a double. */
const PRINTED_DIGITS = [16, 17];

/**
 * Converts the number in a cell's `<v>` to plain decimal text without an exponent or trailing zeros; undefined for
 * other texts. `shift` moves the decimal point to the right.
 *
 * Programs that store a double print it with 16 or 17 digits, for example 0.1 as 0.10000000000000001. A text of this
 * form is converted to the shortest text of its double. All other texts are converted digit by digit, without a float.
 */
export function decimalText(text: string, shift = 0): string | undefined {
  const parts = parseParts(text);
  if (!parts) return undefined;
  const isPrintedDouble =
    PRINTED_DIGITS.includes(parts.digits.length) &&
    PRINTED_DIGITS.some((places) => isSame(parts, parseParts(Number(text).toPrecision(places))!));
  const { sign, digits, exponent } = isPrintedDouble ? parseParts(String(Number(text)))! : parts;
  return sign + printPlain(digits, exponent + shift);
}

/** A number: its sign, its significant digits, and the power of ten of the last digit. */
interface Parts {
  sign: string;
  digits: string;
  exponent: number;
}

const isSame = (a: Parts, b: Parts): boolean => a.digits === b.digits && a.exponent === b.exponent;

function parseParts(text: string): Parts | undefined {
  const match = text.length > MAX_LENGTH ? null : NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, integer, fraction = '', power] = match as unknown as [
    string,
    string,
    string,
    string | undefined,
    string | undefined,
  ];
  if (integer === '' && fraction === '') return undefined;
  const all = (integer + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  if (digits === '') return { sign: '', digits: '', exponent: 0 };
  const exponent = Number(power ?? 0) - fraction.length + (all.length - digits.length);
  return Math.abs(exponent) > MAX_EXPONENT ? undefined : { sign: sign === '-' ? '-' : '', digits, exponent };
}

/** Removes trailing zeros. A pattern with `0+$` would take quadratic time, because it restarts at each zero. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function printPlain(digits: string, exponent: number): string {
  if (digits === '') return '0';
  if (exponent >= 0) return digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
