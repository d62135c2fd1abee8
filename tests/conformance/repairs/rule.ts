import type { Entity } from '../../../generator/model/entity.ts';
import { shiftDay } from '../days.ts';
import { integerBetween } from '../values.ts';
import type { Repair } from './repair.ts';

/** Limit for the days by which a date is moved. */
const MAX_DAYS = 400;

/** Of how many drawn values that must be refused one may break a rule, so that mostly one rule alone is broken. */
const BREAKING = 4;

const kindOf = ({ fields }: Entity, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.kind;

/**
 * Draws a number below the limit of a rule: `self.rate < 1`. Moves a date after the previous value that a rule compares it
 * with: `self.until > self.untilBefore`. Writes the number that a rule requires of rows with a code: `self.rate == 1` when
 * `self.cur == 'USD'`. Equates half of the fields that must be equal in a later state.
 */
export const rule: Repair = {
  word: 'x-rule',
  repair(entity, row, { fixed, previous, isToBeRefused, random }) {
    for (const { when, assert } of entity.rules) {
      const [, field = '', code] = /^self\.(\w+) == '([^']+)'$/.exec(when ?? '') ?? [];
      const [, number = '', only] = /^self\.(\w+) == (\d+)$/.exec(assert) ?? [];
      const mayDiffer = isToBeRefused && only !== undefined && integerBetween(random, 1, BREAKING) === 1;
      if (row[field] === code && row[number] != null && !(number in fixed) && !mayDiffer) row[number] = only;
      const [, limited = '', limit] = /^self\.(\w+) <=? (\d+)$/.exec(assert) ?? [];
      const mayExceed = isToBeRefused && integerBetween(random, 1, BREAKING) === 1;
      const hasPlaces = ['rate', 'percent', 'decimal'].includes(kindOf(entity, limited) ?? '');
      if (hasPlaces && !mayExceed && !(limited in fixed) && Number(row[limited]) >= Number(limit))
        row[limited] = String((Number(limit) * integerBetween(random, 1, 99)) / 100);
      const [, left = '', right = ''] = /^self\.(\w+) == self\.(\w+)$/.exec(assert) ?? [];
      const isOfState = entity.machines.some((machine) => machine.field === field);
      if (isOfState && row[right] != null && !(left in fixed) && integerBetween(random, 0, 1) === 1)
        row[left] = row[right];
      const [, later = '', former = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
      if (later in fixed || row[later] == null || previous[former] == null || kindOf(entity, later) !== 'date')
        continue;
      if (String(row[later]) <= String(previous[former]))
        row[later] = shiftDay(String(previous[former]), integerBetween(random, 1, MAX_DAYS));
    }
  },
};
