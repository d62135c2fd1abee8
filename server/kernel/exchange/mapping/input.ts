import type { Field, Option } from '../../../../generator/model/field.ts';
import type { Zone } from '../../../spreadsheet/zone.ts';

/** Input of a field for the save path: text, the codes of a list, or null for a blank cell. */
export type InputValue = string | string[] | null;

const YES_NO: readonly Option[] = [
  { code: 'Y', en: 'Yes', zh: '是' },
  { code: 'N', en: 'No', zh: '否' },
  // text of boolean cells
  { code: 'Y', en: 'TRUE', zh: 'TRUE' },
  { code: 'N', en: 'FALSE', zh: 'FALSE' },
];

/**
 * Returns the conversion of cells of a field to input of the API: labels to codes, `25%` to a number, local times to
 * instants. A text without an unambiguous value remains unchanged; the save path refuses it at its row and field.
 */
export function inputOf(
  field: Field,
  options: readonly Option[] | undefined,
  zone: Zone,
): (text: string) => InputValue {
  const convert = converterOf(field, options, zone);
  return (text) => {
    const trimmed = text.trim();
    return trimmed === '' ? null : convert(trimmed, text);
  };
}

function converterOf(
  field: Field,
  options: readonly Option[] | undefined,
  zone: Zone,
): (trimmed: string, text: string) => InputValue {
  switch (field.kind) {
    case 'yesNo':
      return codeConverter(YES_NO);
    case 'multiChoice':
    case 'multiRef': {
      const convert = codeConverter(options ?? []);
      return (trimmed) =>
        trimmed
          .split(/[;；]/)
          .map((part) => convert(part.trim()))
          .filter((part) => part !== '');
    }
    case 'percent':
      return (text) => percentage(text, 0) ?? text;
    case 'rate':
      return (text) => percentage(text, 2) ?? text;
    case 'date':
      return (text) => /^(\d{4}-\d\d-\d\d)[T ]00:00:00$/.exec(text)?.[1] ?? text;
    case 'dateTime':
      return (text) => zone.instant(text) ?? text;
    case 'integer':
    case 'decimal':
    case 'money':
      return (text) => text;
    default:
      return options ? codeConverter(options) : (_, text) => text;
  }
}

/**
 * Returns the conversion of a code or label, in any language and case, to the code. An ambiguous label is unchanged.
 */
function codeConverter(options: readonly Option[]): (text: string) => string {
  const exact = new Set(options.map((option) => option.code));
  const codes = new Map<string, string | undefined>();
  for (const { code, en, zh } of options) {
    for (const name of new Set([code, en, zh].map(fold)))
      codes.set(name, codes.has(name) && codes.get(name) !== code ? undefined : code);
  }
  return (text) => (exact.has(text) ? text : (codes.get(fold(text)) ?? text));
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Converts `25%` to a number, with the decimal point moved `places` to the left; undefined for other texts. */
function percentage(text: string, places: number): string | undefined {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?\s*%$/.exec(text);
  if (!match) return undefined;
  const [, sign, percents, fraction = ''] = match as unknown as [string, string, string, string | undefined];
  const digits = percents.padStart(places + 1, '0');
  const point = digits.length - places;
  const decimals = (digits.slice(point) + fraction).replace(/0+$/, '');
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}
