import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { addMonths, days, daysAfter, isDate } from '../dates.ts';
import { Decimal, divide, parseDecimal, QUOTIENT_PLACES, round } from '../decimal.ts';
import { CalendarDate } from './values.ts';

type Handler = (...args: never[]) => unknown;

/** The result of `today()` in the current evaluation. Evaluation is synchronous, so one variable is enough. */
let currentDay: string | undefined;

/** Runs `evaluate` with `today` as the result of `today()`; undefined makes it absent. */
export function withToday<T>(today: string | undefined, evaluate: () => T): T {
  const before = currentDay;
  currentDay = today;
  try {
    return evaluate();
  } finally {
    currentDay = before;
  }
}

/**
 * Parses a decimal. The compiler also calls it for literals, to report invalid ones.
 *
 * @throws EvaluationError for other text
 */
export const readDecimal = (text: string): Decimal => parseDecimal(text) ?? refuse(`"${text}" is no decimal`);

/** Parses a date, like `readDecimal`. */
export const readDate = (text: string): CalendarDate =>
  isDate(text) ? new CalendarDate(text) : refuse(`"${text}" is no date YYYY-MM-DD`);

/**
 * Creates a CEL environment with the types `Decimal` (money, percents, rates) and `Date` (days), their operators, and
 * the functions of the vocabulary. An evaluation error, such as a division by zero, means that there is no value (see
 * `compile.ts`).
 */
export function createEnvironment(): Environment {
  const environment = new Environment();
  environment.registerType('Decimal', { ctor: Decimal as never, fields: {} });
  environment.registerType('Date', { ctor: CalendarDate as never, fields: {} });
  addDecimalOperators(environment);
  addDateOperators(environment);
  for (const [signature, handler] of FUNCTIONS)
    environment.registerFunction(signature, handler as never, { async: false } as never);
  return environment;
}

function addDecimalOperators(environment: Environment): void {
  const arithmetic: Record<string, (a: Decimal, b: Decimal) => Decimal> = {
    '+': (a, b) => a.plus(b),
    '-': (a, b) => a.minus(b),
    '*': (a, b) => a.times(b),
    '/': (a, b) => divide(a, b) ?? refuse('division by zero'),
  };
  const comparison: Record<string, (a: Decimal, b: Decimal) => boolean> = {
    '==': (a, b) => a.eq(b),
    '<': (a, b) => a.lt(b),
    '<=': (a, b) => a.lte(b),
    '>': (a, b) => a.gt(b),
    '>=': (a, b) => a.gte(b),
  };
  for (const [operators, result] of [
    [arithmetic, 'Decimal'],
    [comparison, 'bool'],
  ] as const) {
    for (const [operator, handler] of Object.entries(operators)) {
      environment.registerOperator(`Decimal ${operator} Decimal: ${result}`, handler);
      environment.registerOperator(`Decimal ${operator} int: ${result}`, (a: Decimal, b: bigint) =>
        handler(a, ofInt(b)),
      );
      // cel-js adds `!=` and the reverse order of operands of an equality
      if (operator !== '==')
        environment.registerOperator(`int ${operator} Decimal: ${result}`, (a: bigint, b: Decimal) =>
          handler(ofInt(a), b),
        );
    }
  }
  environment.registerOperator('-Decimal', (a: Decimal) => a.negated());
}

function addDateOperators(environment: Environment): void {
  environment.registerOperator('Date == Date', (a: CalendarDate, b: CalendarDate) => a.text === b.text);
  environment.registerOperator('Date < Date: bool', (a: CalendarDate, b: CalendarDate) => a.text < b.text);
  environment.registerOperator('Date <= Date: bool', (a: CalendarDate, b: CalendarDate) => a.text <= b.text);
  environment.registerOperator('Date > Date: bool', (a: CalendarDate, b: CalendarDate) => a.text > b.text);
  environment.registerOperator('Date >= Date: bool', (a: CalendarDate, b: CalendarDate) => a.text >= b.text);
}

/**
 * Functions of expressions. `min` and `max` of a decimal and an integer are decimals.
 */
const FUNCTIONS: [signature: string, handler: Handler][] = [
  ['decimal(string): Decimal', readDecimal],
  ['decimal(int): Decimal', (a: bigint) => ofInt(a)],
  ['int(Decimal): int', (a: Decimal) => (a.isInteger() ? BigInt(a.toFixed()) : refuse('not a whole number'))],
  ['string(Decimal): string', (a: Decimal) => a.toFixed()],
  ['string(Date): string', (a: CalendarDate) => a.text],
  ['round(Decimal, int): Decimal', (a: Decimal, places: bigint) => round(a, placesOf(places))],
  ['round(int, int): Decimal', (a: bigint, places: bigint) => round(ofInt(a), placesOf(places))],
  ['ceil(Decimal): Decimal', (a: Decimal) => a.ceil()],
  ['floor(Decimal): Decimal', (a: Decimal) => a.floor()],
  ['abs(Decimal): Decimal', (a: Decimal) => a.abs()],
  ['abs(int): int', (a: bigint) => (a < 0n ? -a : a)],
  ['min(Decimal, Decimal): Decimal', (a: Decimal, b: Decimal) => (a.lte(b) ? a : b)],
  ['min(Decimal, int): Decimal', (a: Decimal, b: bigint) => (a.lte(ofInt(b)) ? a : ofInt(b))],
  ['min(int, Decimal): Decimal', (a: bigint, b: Decimal) => (b.lt(ofInt(a)) ? b : ofInt(a))],
  ['min(int, int): int', (a: bigint, b: bigint) => (a <= b ? a : b)],
  ['min(Date, Date): Date', (a: CalendarDate, b: CalendarDate) => (a.text <= b.text ? a : b)],
  ['max(Decimal, Decimal): Decimal', (a: Decimal, b: Decimal) => (a.gte(b) ? a : b)],
  ['max(Decimal, int): Decimal', (a: Decimal, b: bigint) => (a.gte(ofInt(b)) ? a : ofInt(b))],
  ['max(int, Decimal): Decimal', (a: bigint, b: Decimal) => (b.gt(ofInt(a)) ? b : ofInt(a))],
  ['max(int, int): int', (a: bigint, b: bigint) => (a >= b ? a : b)],
  ['max(Date, Date): Date', (a: CalendarDate, b: CalendarDate) => (a.text >= b.text ? a : b)],
  ['sum(list<Decimal>): Decimal', (list: Decimal[]) => list.reduce((total, part) => total.plus(part), new Decimal(0))],
  ['sum(list<int>): int', (list: bigint[]) => list.reduce((total, part) => total + part, 0n)],
  ['last(list<Decimal>): Decimal', (list: Decimal[]) => list.at(-1) ?? refuse('there is no value')],
  ['latest(list<Date>): Date', (list: CalendarDate[]) => bestDay(list, (day, best) => day.text > best.text)],
  ['earliest(list<Date>): Date', (list: CalendarDate[]) => bestDay(list, (day, best) => day.text < best.text)],
  ['date(string): Date', readDate],
  ['today(): Date', () => (currentDay === undefined ? refuse('no day is known') : new CalendarDate(currentDay))],
  ['days(Date, Date): int', (from: CalendarDate, to: CalendarDate) => BigInt(days(from.text, to.text))],
  [
    'addMonths(Date, int): Date',
    (from: CalendarDate, months: bigint) => readDate(addMonths(from.text, Number(months)) ?? refuse('no such year')),
  ],
  ['addDays(Date, int): Date', (from: CalendarDate, count: bigint) => readDate(daysAfter(from.text, Number(count)))],
  ['firstDay(string): Date', (month: string) => readDate(`${month.slice(0, 4)}-${month.slice(4)}-01`)],
  ['year(Date): string', (a: CalendarDate) => a.text.slice(0, 4)],
  ['month(Date): string', (a: CalendarDate) => a.text.slice(0, 4) + a.text.slice(5, 7)],
];

/** The day of a list that precedes all others by `isBetter`. @throws EvaluationError for an empty list */
const bestDay = (list: CalendarDate[], isBetter: (day: CalendarDate, best: CalendarDate) => boolean): CalendarDate =>
  list.length === 0 ? refuse('there is no day') : list.reduce((best, day) => (isBetter(day, best) ? day : best));

const ofInt = (value: bigint): Decimal => new Decimal(value.toString());

const placesOf = (places: bigint): number =>
  places >= 0n && places <= QUOTIENT_PLACES ? Number(places) : refuse(`places must be 0 to ${QUOTIENT_PLACES}`);

function refuse(message: string): never {
  throw new EvaluationError(message);
}
