import fc from 'fast-check';
import { Decimal, printDecimal } from '../../generator/language/decimal.ts';
import { isIban } from '../../generator/language/kinds/bank.ts';
import { creditCheckCharacter } from '../../generator/language/kinds/creditCode.ts';
import { imoCheckDigit } from '../../generator/language/kinds/imo.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { daysBetween, shiftDay } from './days.ts';
import type { Field, KindName } from '../../generator/model/field.ts';

/** The next number of a seeded sequence, from 0 up to but excluding 1. */
export type Random = () => number;

/** Pseudo-random numbers that are equal in every run (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer from `min` to `max`, inclusive. */
export const integerBetween = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

export const oneOf = <T>(random: Random, choices: readonly T[]): T =>
  choices[integerBetween(random, 0, choices.length - 1)]!;

const MAX_TRIES = 200;

/**
 * A valid, normalised value of a field, generated from its kind and keywords. A date lies `within` the given days.
 *
 * @throws Error if none is found: this module does not know the field kind, or the schema permits no value
 */
export function drawValue(field: Field, random: Random, within?: readonly [from: string, to: string]): unknown {
  if (field.kind === 'date' && within)
    return shiftDay(within[0], integerBetween(random, 0, Math.max(0, daysBetween(...within))));
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const value = KINDS[field.kind].normalise(draw(field, random), field);
    if (value !== null && KINDS[field.kind].check(value, field) === undefined && !isFormula(value)) return value;
  }
  throw new Error(`no valid value found for ${field.name} of kind ${field.kind}`);
}

/** Whether a value starts like a spreadsheet formula: the API accepts it, but an import does not. */
const isFormula = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

function draw(field: Field, random: Random): unknown {
  if (field.options)
    return field.kind === 'multiChoice' ? [oneOf(random, field.options).code] : oneOf(random, field.options).code;
  if (field.pattern !== undefined && isList(field)) return [oneOf(random, matchesOf(field.pattern))];
  if (field.pattern !== undefined && !(field.kind in FORMED)) return oneOf(random, matchesOf(field.pattern));
  return (FORMED[field.kind] ?? text)(random, field);
}

const isList = ({ kind }: Field): boolean => kind === 'multiChoice' || kind === 'multiRef' || kind === 'files';

const LETTERS = 'ABCDEFGHJKLMNPQRTUWXY';
const DIGITS = '0123456789';
const MAX_TEXT_LENGTH = 10;

const characters = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[integerBetween(random, 0, alphabet.length - 1)]).join('');

function text(random: Random, { maxLength = MAX_TEXT_LENGTH, minLength = 1 }: Field, limit = MAX_TEXT_LENGTH): string {
  return characters(random, LETTERS + DIGITS, Math.max(minLength, Math.min(maxLength, limit)));
}

/** Long enough to contain a name or a common word by chance. */
const PASSWORD_LENGTH = 30;

const matches = new Map<string, string[]>();

function matchesOf(pattern: string): string[] {
  const known =
    matches.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 7, numRuns: 2000 });
  matches.set(pattern, known);
  return known;
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAYS = 20_089;

const instant = (random: Random): string =>
  new Date(FIRST_DAY + integerBetween(random, 0, DAYS * DAY_MS)).toISOString();

function integer(random: Random, field: Field): number {
  const min = Number(field.minimum ?? Number(field.exclusiveMinimum ?? 0) + 1);
  const max = Number(field.maximum ?? Number(field.exclusiveMaximum ?? min + 10_000) - 1);
  return integerBetween(random, min, Math.min(max, min + 10_000));
}

/** A number with two decimal places, within the limits of the field and its column. */
function decimal(random: Random, field: Field): string {
  const scale = Math.min(field.scale ?? 2, 2);
  const unit = new Decimal(10).pow(-scale);
  const min = new Decimal(field.minimum ?? field.exclusiveMinimum ?? 0);
  const digits = integerBetween(random, 0, Math.min((field.precision ?? 8) - (field.scale ?? 2), 7));
  const max = new Decimal(field.maximum ?? field.exclusiveMaximum ?? min.plus(new Decimal(10).pow(digits)));
  return printDecimal(max.minus(min).times(random()).div(unit).floor().times(unit).plus(min));
}

/** A number field limited to values near its minimum; any other field unchanged. */
export function lowest(field: Field): Field {
  if (field.kind !== 'integer' && field.scale === undefined) return field;
  const low = new Decimal(field.minimum ?? field.exclusiveMinimum ?? 0).plus(1);
  return { ...field, maximum: printDecimal(Decimal.min(low, field.maximum ?? field.exclusiveMaximum ?? low)) };
}

function creditCode(random: Random): string {
  const code = characters(random, DIGITS + LETTERS, 17);
  return code + creditCheckCharacter(code);
}

function imo(random: Random): string {
  const number = characters(random, DIGITS, 6);
  return `${number}${imoCheckDigit(number)}`;
}

function iban(random: Random): string {
  const account = characters(random, DIGITS, 18);
  for (let check = 2; check < 99; check++) {
    const iban = `DE${String(check).padStart(2, '0')}${account}`;
    if (isIban(iban)) return iban;
  }
  throw new Error('no check number fits');
}

/** Generators of the field kinds with a format; all other kinds are text. */
const FORMED: Partial<Record<KindName, (random: Random, field: Field) => unknown>> = {
  integer,
  decimal,
  money: decimal,
  percent: decimal,
  rate: decimal,
  date: (random) => instant(random).slice(0, 10),
  dateTime: instant,
  month: (random) => instant(random).slice(0, 7).replace('-', ''),
  year: (random) => instant(random).slice(0, 4),
  yesNo: (random) => oneOf(random, ['Y', 'N']),
  email: (random) => `${characters(random, LETTERS, 8).toLowerCase()}@example.com`,
  phone: (random) => `+86 ${characters(random, DIGITS, 11)}`,
  url: (random) => `https://example.com/${characters(random, LETTERS, 8)}`,
  creditCode,
  imo,
  bic: (random) => `${characters(random, LETTERS, 6)}2A`,
  iban,
  multiChoice: (random, field) => [text(random, field)],
  files: (random, field) => [text(random, field)],
  password: (random, field) => text(random, field, PASSWORD_LENGTH),
  json: (random) => ({ drawn: integerBetween(random, 0, 1_000_000) }),
};
