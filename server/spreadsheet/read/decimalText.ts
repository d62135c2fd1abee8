const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Beyond any double, and far beyond any amount. */
const MAX_EXPONENT = 400;
/** Characters of a number; programs write up to 25, and the pattern above is slow for very many. */
const MAX_LENGTH = 1000;
const PRINTED_DIGITS = [16, 17];

/**
 * The number in a cell's `<v>` as plain decimal text without an exponent or trailing zeros; undefined when it is no
 * number. `shift` moves the point to the right, exactly.
 *
 * Programs that keep a cell as a double print it with 16 or 17 digits, so that 0.1 stands in the file as
 * 0.10000000000000001: a text that is just what its own double prints as is read as the shortest text of that double.
 * Every other text is taken digit by digit and never becomes a float.
 */
export function decimalText(text: string, shift = 0): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const isPrintedDouble =
    PRINTED_DIGITS.includes(parts.digits.length) &&
    PRINTED_DIGITS.some((places) => isSame(parts, partsOf(Number(text).toPrecision(places))!));
  const { sign, digits, exponent } = isPrintedDouble ? partsOf(String(Number(text)))! : parts;
  return sign + plain(digits, exponent + shift);
}

/** sign, significant digits, and the power of ten of the last of them */
interface Parts {
  sign: string;
  digits: string;
  exponent: number;
}

const isSame = (one: Parts, other: Parts): boolean => one.digits === other.digits && one.exponent === other.exponent;

function partsOf(text: string): Parts | undefined {
  const match = text.length > MAX_LENGTH ? null : NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', power] = match as unknown as [
    string,
    string,
    string,
    string | undefined,
    string | undefined,
  ];
  if (whole === '' && fraction === '') return undefined;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  if (digits === '') return { sign: '', digits: '', exponent: 0 };
  const exponent = Number(power ?? 0) - fraction.length + (all.length - digits.length);
  return Math.abs(exponent) > MAX_EXPONENT ? undefined : { sign: sign === '-' ? '-' : '', digits, exponent };
}

/** A pattern that ends in `0+$` would begin anew at each zero. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function plain(digits: string, exponent: number): string {
  if (digits === '') return '0';
  if (exponent >= 0) return digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
