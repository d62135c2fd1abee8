import { shiftDay } from '../days.ts';
import { integerBetween } from '../values.ts';
import type { Repair } from './repair.ts';

/** Limit for the days by which a date is moved. */
const MAX_DAYS = 400;

/**
 * Moves a date after the previous value that a rule compares it with: `self.until > self.untilBefore`. Writes the number
 * that a rule requires of rows with a code: `self.rate == 1` when `self.cur == 'USD'`.
 */
export const rule: Repair = {
  word: 'x-rule',
  repair(entity, row, { fixed, previous, isToBeRefused, random }) {
    for (const { when, assert } of entity.rules) {
      const [, field = '', code] = /^self\.(\w+) == '([^']+)'$/.exec(when ?? '') ?? [];
      const [, number = '', only] = /^self\.(\w+) == (\d+)$/.exec(assert) ?? [];
      if (row[field] === code && row[number] != null && !(number in fixed) && !isToBeRefused) row[number] = only;
      const [, later = '', former = ''] = /^self\.(\w+) > self\.(\w+)$/.exec(assert) ?? [];
      if (
        later in fixed ||
        row[later] == null ||
        previous[former] == null ||
        entity.fields.find(({ name }) => name === later)?.kind !== 'date'
      )
        continue;
      if (String(row[later]) <= String(previous[former]))
        row[later] = shiftDay(String(previous[former]), integerBetween(random, 1, MAX_DAYS));
    }
  },
};
