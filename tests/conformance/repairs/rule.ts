import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { shiftDay } from '../days.ts';
import { integerBetween, type Random } from '../values.ts';
import type { Repair } from './repair.ts';

/** Limit for the days by which a date is moved. */
const MAX_DAYS = 400;

/** Of how many drawn values that must be refused one may break a rule, so that mostly one rule alone is broken. */
const BREAKING = 4;

/** Whether a row that must be refused may break a rule here. */
const isBreaking = (random: Random, isToBeRefused: boolean): boolean =>
  isToBeRefused && integerBetween(random, 1, BREAKING) === 1;

/** A condition that one of some fields is present. */
const PRESENT = /^has\(self\.\w+\)(?: \|\| has\(self\.\w+\))*$/;

const kindOf = ({ fields }: Entity, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.kind;

/**
 * Draws a number below the limit of a rule: `self.rate < 1`. Moves a date after the previous value that a rule compares it
 * with: `self.until > self.untilBefore`. Writes the number that a rule requires of rows with a code: `self.rate == 1` when
 * `self.cur == 'USD'`. Equates half of the fields that must be equal in a later state. Omits the fields that only rows
 * with a code have: `has(self.captive) || has(self.capital)` requires `self.cur == 'USD'`. Moves a date to the past
 * (`self.paidOn <= today()`), and reduces an amount to a part of another (`self.tax <= self.amount`).
 */
export const rule: Repair = {
  word: 'x-rule',
  repair(entity, row, { fixed, previous, isToBeRefused, random, today }) {
    for (const { when, assert } of entity.rules) {
      const [, field = '', code] = /^self\.(\w+) == '([^']+)'$/.exec(when ?? '') ?? [];
      const [, number = '', only] = /^self\.(\w+) == (\d+)$/.exec(assert) ?? [];
      const mayDiffer = only !== undefined && isBreaking(random, isToBeRefused);
      if (row[field] === code && row[number] != null && !(number in fixed) && !mayDiffer) row[number] = only;
      const [, limited = '', limit] = /^self\.(\w+) <=? (\d+)$/.exec(assert) ?? [];
      const mayExceed = isBreaking(random, isToBeRefused);
      const hasPlaces = ['rate', 'percent', 'decimal'].includes(kindOf(entity, limited) ?? '');
      if (hasPlaces && !mayExceed && !(limited in fixed) && Number(row[limited]) >= Number(limit))
        row[limited] = String((Number(limit) * integerBetween(random, 1, 99)) / 100);
      const [, left = '', right = ''] = /^self\.(\w+) == self\.(\w+)$/.exec(assert) ?? [];
      const isOfState = entity.machines.some((machine) => machine.field === field);
      if (isOfState && row[right] != null && !(left in fixed) && integerBetween(random, 0, 1) === 1)
        row[left] = row[right];
      const [, coded = '', required] = /^self\.(\w+) == '([^']+)'$/.exec(assert) ?? [];
      const onlyWith = PRESENT.test(when ?? '') ? [...when!.matchAll(/self\.(\w+)/g)].map(([, name]) => name!) : [];
      if (required !== undefined && row[coded] != null && row[coded] !== required && !isBreaking(random, isToBeRefused))
        for (const name of onlyWith) if (!(name in fixed)) delete row[name];
      const [, past = ''] = /^self\.(\w+) <= today\(\)$/.exec(assert) ?? [];
      if (row[past] != null && String(row[past]) > today && !(past in fixed) && !isBreaking(random, isToBeRefused))
        row[past] = shiftDay(today, -integerBetween(random, 0, MAX_DAYS));
      const [, part = '', whole = ''] = /^self\.(\w+) <= self\.(\w+)$/.exec(assert) ?? [];
      const numbers = [part, whole].map((name) =>
        kindOf(entity, name) === 'money' ? parseDecimal(row[name]) : undefined,
      );
      if (numbers[0]?.gt(numbers[1] ?? numbers[0]) && !(part in fixed) && !isBreaking(random, isToBeRefused))
        row[part] = printDecimal(
          numbers[1]!
            .times(integerBetween(random, 1, 99))
            .div(100)
            .toDecimalPlaces(0, Decimal.ROUND_DOWN),
        );
      const [, later = '', former = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
      if (later in fixed || row[later] == null || previous[former] == null || kindOf(entity, later) !== 'date')
        continue;
      if (String(row[later]) <= String(previous[former]))
        row[later] = shiftDay(String(previous[former]), integerBetween(random, 1, MAX_DAYS));
    }
  },
};
