import { dayBefore } from '../../../generator/language/dates.ts';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, type Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { choicesPage } from '../../kernel/read/list.ts';
import type { Choice } from './selectLists.ts';

/**
 * How many days a rate remains valid. On a day without a rate, the latest valid rate applies (domain.md, General 6).
 */
const RATE_VALIDITY_DAYS = 10;

/** The rate that applies on a day (1 `fromCur` = `rate` `toCur`), and the day of this rate. */
export interface ApplicableRate {
  rate: string;
  exRateDate: string;
}

/**
 * Finds the rate that applies on a day: the rate of that day, otherwise the latest of the ten days before. If rates are
 * listed only for the opposite pair of currencies, the result is one divided by that rate, rounded half up to the
 * decimal places of a rate. The rate of equal currencies is 1.
 *
 * @param params `fromCur`, `toCur` and `date`, not validated yet
 * @throws Refusal 400 for a missing or invalid parameter, 404 without a rate, 403 without the right to read rates
 */
export async function applicableRate(
  kernel: Kernel,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ApplicableRate> {
  const runtime = entityNamed(kernel, 'exchange-rate');
  const { fromCur, toCur, date } = await readParams(kernel, runtime, params, context);
  if (fromCur === toCur) return { rate: '1', exRateDate: date };
  const direct = await latestRate(kernel, runtime, { fromCur, toCur, date }, context);
  if (direct) return { rate: direct.exRate, exRateDate: direct.exRateDate };
  const opposite = await latestRate(kernel, runtime, { fromCur: toCur, toCur: fromCur, date }, context);
  const rate = opposite && inverse(opposite.exRate, runtime.fields.get('exRate')!);
  // an inverse that rounds to 0 cannot be used
  if (rate !== undefined && rate !== '0') return { rate, exRateDate: opposite!.exRateDate };
  const messageParams = { fromCur, toCur, date, days: RATE_VALIDITY_DAYS };
  throw new Refusal('notFound', 'MSG_master_0223', messageParams, [
    { field: 'date', key: 'MSG_master_0223', params: messageParams },
  ]);
}

/** The applicable rate as a select list of one entry, for pickers (1§2, daily exchange rate). */
export async function exchangeRateChoices(
  kernel: Kernel,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Choice[]> {
  const { rate, exRateDate } = await applicableRate(kernel, params, context);
  return [{ value: rate, label: `${rate} (${exRateDate})`, exRateDate }];
}

const PARAMS = { fromCur: 'fromCur', toCur: 'toCur', date: 'exRateDate' } as const;

/** Validates the parameters. @throws Refusal 400 at each missing or invalid parameter */
async function readParams(
  kernel: Kernel,
  { fields }: EntityRuntime,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Record<keyof typeof PARAMS, string>> {
  const violations: Violation[] = Object.keys(params)
    .filter((name) => !(name in PARAMS))
    .map((name) => ({ field: name, key: 'MSG_generic_0013', params: { name } }));
  const values: Record<keyof typeof PARAMS, string> = { fromCur: '', toCur: '', date: '' };
  for (const [name, fieldName] of Object.entries(PARAMS) as [keyof typeof PARAMS, string][]) {
    const field = fields.get(fieldName)!;
    const value = KINDS[field.kind].normalise(params[name], field);
    const problem =
      value == null ? { key: MESSAGE.required, params: { label: field.label } } : KINDS[field.kind].check(value, field);
    if (problem) violations.push({ field: name, ...problem });
    else values[name] = String(value);
  }
  if (violations.length === 0) {
    for (const name of ['fromCur', 'toCur'] as const)
      if (!(await isCurrency(kernel, values[name], context)))
        violations.push({ field: name, key: 'MSG_master_0208', params: { value: values[name] } });
  }
  if (violations.length > 0) throw refuseFields(firstOfEachField(violations));
  return values;
}

async function isCurrency(kernel: Kernel, code: string, context: Context): Promise<boolean> {
  const where = [{ name: 'curCde', type: 'equal', value: code }];
  const query = { where, sort: 'curCde', current: 1, pageSize: 1 };
  const { records } = await choicesPage(kernel, entityNamed(kernel, 'currency'), query, context);
  return (JSON.parse(records) as unknown[]).length > 0;
}

interface RateRow {
  exRate: string;
  exRateDate: string;
}

/** The latest rate of a pair of currencies that is valid on `date`. */
async function latestRate(
  kernel: Kernel,
  runtime: EntityRuntime,
  { fromCur, toCur, date }: { fromCur: string; toCur: string; date: string },
  context: Context,
): Promise<RateRow | undefined> {
  const where = [
    { name: 'fromCur', type: 'equal', value: fromCur },
    { name: 'toCur', type: 'equal', value: toCur },
    { name: 'exRateDate', type: 'dateRange', value: `${firstDayFor(date)}|${date}` },
  ];
  const { records } = await choicesPage(
    kernel,
    runtime,
    { where, sort: '-exRateDate', current: 1, pageSize: 1 },
    context,
  );
  return (JSON.parse(records) as RateRow[])[0];
}

/** The earliest day whose rate is valid on `date`. */
function firstDayFor(date: string): string {
  let day = date;
  for (let back = 0; back < RATE_VALIDITY_DAYS && day > '0001-01-01'; back++) day = dayBefore(day);
  return day;
}

/** One divided by a rate, rounded to the scale of the field. */
const inverse = (rate: string, { scale }: Field): string =>
  printDecimal(new Decimal(1).div(parseDecimal(rate)!).toDecimalPlaces(scale!, Decimal.ROUND_HALF_UP));
