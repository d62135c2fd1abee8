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
 * How many days a rate serves for: on a day without one the latest earlier rate within so many days is taken
 * (domain.md, General 6).
 */
export const DAYS_THAT_A_RATE_SERVES = 10;

/** A rate that serves: 1 `fromCur` = `rate` `toCur`, and the day that it is of. */
export interface ServingRate {
  rate: string;
  exRateDate: string;
}

/**
 * The rate that serves on a day: that of the day, or the latest earlier one within ten days. Where only the opposite
 * pair is listed, one divided by its rate, rounded half-up to the places that a rate has. A currency is worth one of
 * itself.
 *
 * @param asked `fromCur`, `toCur` and `date` as they were typed
 * @throws Refusal 400 for what is missing or no currency or date, 404 where no rate serves, 403 without the right to
 *   read rates
 */
export async function rateThatServes(
  kernel: Kernel,
  asked: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ServingRate> {
  const runtime = entityNamed(kernel, 'exchange-rate');
  const { fromCur, toCur, date } = await read(kernel, runtime, asked, context);
  if (fromCur === toCur) return { rate: '1', exRateDate: date };
  const direct = await latestRate(kernel, runtime, { fromCur, toCur, date }, context);
  if (direct) return { rate: direct.exRate, exRateDate: direct.exRateDate };
  const opposite = await latestRate(kernel, runtime, { fromCur: toCur, toCur: fromCur, date }, context);
  const rate = opposite && inverse(opposite.exRate, runtime.fields.get('exRate')!);
  // nothing is worth nothing: a rate too small for its places is none
  if (rate !== undefined && rate !== '0') return { rate, exRateDate: opposite!.exRateDate };
  const params = { fromCur, toCur, date, days: DAYS_THAT_A_RATE_SERVES };
  throw new Refusal('notFound', 'MSG_master_0223', params, [{ field: 'date', key: 'MSG_master_0223', params }]);
}

/** The same as a select list of one entry, for pickers (1§2, daily exchange rate). */
export async function exchangeRateChoices(
  kernel: Kernel,
  asked: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Choice[]> {
  const { rate, exRateDate } = await rateThatServes(kernel, asked, context);
  return [{ value: rate, label: `${rate} (${exRateDate})`, exRateDate }];
}

const PARAMS = { fromCur: 'fromCur', toCur: 'toCur', date: 'exRateDate' } as const;

async function read(
  kernel: Kernel,
  { fields }: EntityRuntime,
  asked: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Record<keyof typeof PARAMS, string>> {
  const violations: Violation[] = Object.keys(asked)
    .filter((name) => !(name in PARAMS))
    .map((name) => ({ field: name, key: 'MSG_generic_0013', params: { name } }));
  const values: Record<keyof typeof PARAMS, string> = { fromCur: '', toCur: '', date: '' };
  for (const [name, fieldName] of Object.entries(PARAMS) as [keyof typeof PARAMS, string][]) {
    const field = fields.get(fieldName)!;
    const value = KINDS[field.kind].normalise(asked[name], field);
    const problem =
      value == null ? { key: MESSAGE.required, params: { label: field.label } } : KINDS[field.kind].check(value, field);
    if (problem) violations.push({ field: name, ...problem });
    else values[name] = String(value);
  }
  if (violations.length === 0) {
    for (const name of ['fromCur', 'toCur'] as const)
      if (!(await isCurrency(kernel, values[name], context)))
        violations.push({ field: name, key: 'MSG_master_0208', params: { code: values[name] } });
  }
  if (violations.length > 0) throw refuseFields(firstOfEachField(violations));
  return values;
}

async function isCurrency(kernel: Kernel, code: string, context: Context): Promise<boolean> {
  const where = [{ name: 'curCde', type: 'equal', value: code }];
  return (
    JSON.parse(
      (
        await choicesPage(
          kernel,
          entityNamed(kernel, 'currency'),
          { where, sort: 'curCde', current: 1, pageSize: 1 },
          context,
        )
      ).records,
    ).length > 0
  );
}

interface RateRow {
  exRate: string;
  exRateDate: string;
}

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

/** The earliest day whose rate may serve. */
function firstDayFor(date: string): string {
  let day = date;
  for (let back = 0; back < DAYS_THAT_A_RATE_SERVES && day > '0001-01-01'; back++) day = dayBefore(day);
  return day;
}

/** One divided by a rate, to the places of the field. */
const inverse = (rate: string, { scale }: Field): string =>
  printDecimal(new Decimal(1).div(parseDecimal(rate)!).toDecimalPlaces(scale!, Decimal.ROUND_HALF_UP));
