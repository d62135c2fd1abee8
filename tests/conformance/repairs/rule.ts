import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Rule } from '../../../generator/model/rule.ts';
import { shiftDay } from '../days.ts';
import type { Row } from '../sample.ts';
import { integerBetween } from '../values.ts';
import type { Repair, RepairContext } from './repair.ts';

/** Limit for the days by which a date is moved. */
const MAX_DAYS = 400;

/** Of how many drawn values that must be refused one may break a rule, so that mostly one rule alone is broken. */
const BREAKING = 4;

/** Changes a row so that it keeps a rule, if the rule has a certain form. */
type RuleRepair = (rule: Rule, row: Row, context: RuleContext) => void;

interface RuleContext extends RepairContext {
  entity: Entity;
  /** Draws whether a row that must be refused may break the rule. */
  mayBreak(): boolean;
}

/** A condition that one of some fields is present. */
const PRESENT = /^has\(self\.\w+\)(?: \|\| has\(self\.\w+\))*$/;

/** The field and the code in `self.cur == 'USD'`; undefined for other conditions. */
const codedField = (expression = ''): { field: string; code: string } | undefined => {
  const [, field = '', code = ''] = /^self\.(\w+) == '([^']+)'$/.exec(expression) ?? [];
  return field === '' ? undefined : { field, code };
};

/**
 * Writes the number that a rule requires, as in `self.rate == 1`: with the condition `self.cur == 'USD'` only for that
 * code, without it or with one of another form for every row.
 */
const writeNumber: RuleRepair = ({ when, assert }, row, { fixed, mayBreak }) => {
  const [, number = '', only] = /^self\.(\w+) == (\d+)$/.exec(assert) ?? [];
  if (only === undefined || mayBreak()) return;
  const coded = codedField(when);
  if ((!coded || row[coded.field] === coded.code) && row[number] != null && !(number in fixed)) row[number] = only;
};

/** Draws a number below the limit of a rule: `self.rate < 1`. */
const drawBelowLimit: RuleRepair = ({ assert }, row, { entity, fixed, random, mayBreak }) => {
  // drawn for every rule: a draw after the match would change which rows are generated
  if (mayBreak()) return;
  const [, limited = '', limit] = /^self\.(\w+) <=? (\d+)$/.exec(assert) ?? [];
  const hasPlaces = ['rate', 'percent', 'decimal'].includes(kindOf(entity, limited) ?? '');
  if (hasPlaces && !(limited in fixed) && Number(row[limited]) >= Number(limit))
    row[limited] = String((Number(limit) * integerBetween(random, 1, 99)) / 100);
};

/** Equates half of the fields that must be equal in a later state. */
const equateInState: RuleRepair = ({ when, assert }, row, { entity, fixed, random }) => {
  const [, left = '', right = ''] = /^self\.(\w+) == self\.(\w+)$/.exec(assert) ?? [];
  const state = codedField(when)?.field;
  const isOfState = entity.machines.some(({ field }) => field === state);
  if (isOfState && row[right] != null && !(left in fixed) && integerBetween(random, 0, 1) === 1) row[left] = row[right];
};

/** Omits the fields that only rows with a code have: `has(self.captive) || has(self.capital)` requires one. */
const omitWithOtherCode: RuleRepair = ({ when = '', assert }, row, { fixed, mayBreak }) => {
  const coded = codedField(assert);
  if (!coded || row[coded.field] == null || row[coded.field] === coded.code || mayBreak()) return;
  const onlyWith = PRESENT.test(when) ? [...when.matchAll(/self\.(\w+)/g)].map(([, name]) => name!) : [];
  for (const name of onlyWith) if (!(name in fixed)) delete row[name];
};

/** Moves a date to the past: `self.paidOn <= today()`. */
const moveToPast: RuleRepair = ({ assert }, row, { fixed, random, today, mayBreak }) => {
  const [, past = ''] = /^self\.(\w+) <= today\(\)$/.exec(assert) ?? [];
  if (row[past] == null || String(row[past]) <= today || past in fixed || mayBreak()) return;
  row[past] = shiftDay(today, -integerBetween(random, 0, MAX_DAYS));
};

/** Reduces an amount to a part of another: `self.tax <= self.amount`. */
const reduceToPart: RuleRepair = ({ assert }, row, { entity, fixed, random, mayBreak }) => {
  const [, part = '', whole = ''] = /^self\.(\w+) <= self\.(\w+)$/.exec(assert) ?? [];
  const [amount, limit] = [part, whole].map((name) =>
    kindOf(entity, name) === 'money' ? parseDecimal(row[name]) : undefined,
  );
  if (!amount || !limit || amount.lte(limit) || part in fixed || mayBreak()) return;
  const percent = integerBetween(random, 1, 99);
  row[part] = printDecimal(limit.times(percent).div(100).toDecimalPlaces(0, Decimal.ROUND_DOWN));
};

/** Moves a date after the previous value that a rule compares it with: `self.until > self.untilBefore`. */
const moveAfterPrevious: RuleRepair = ({ assert }, row, { entity, fixed, previous, random }) => {
  const [, later = '', earlier = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
  if (later in fixed || row[later] == null || previous[earlier] == null || kindOf(entity, later) !== 'date') return;
  if (String(row[later]) <= String(previous[earlier]))
    row[later] = shiftDay(String(previous[earlier]), integerBetween(random, 1, MAX_DAYS));
};

const kindOf = ({ fields }: Entity, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.kind;

/** The repairs of a rule, in their order. */
const RULE_REPAIRS: readonly RuleRepair[] = [
  writeNumber,
  drawBelowLimit,
  equateInState,
  omitWithOtherCode,
  moveToPast,
  reduceToPart,
  moveAfterPrevious,
];

/** Repairs rows by the rules that have one of some common forms. */
export const rule: Repair = {
  word: 'x-rule',
  repair(entity, row, context) {
    const { isToBeRefused, random } = context;
    const mayBreak = (): boolean => isToBeRefused && integerBetween(random, 1, BREAKING) === 1;
    for (const one of entity.rules)
      for (const repairBy of RULE_REPAIRS) repairBy(one, row, { ...context, entity, mayBreak });
  },
};
