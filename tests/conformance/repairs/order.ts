import { daysBetween, shiftDay } from '../days.ts';
import { integerBetween } from '../values.ts';
import type { Repair } from './repair.ts';

/** Limit for the days between start and end, so that other periods have room. */
const MAX_DAYS = 400;

/** Exchanges start and end that are in the wrong order, and shortens long periods. */
export const order: Repair = {
  word: 'x-order',
  repair(entity, row, { fixed, random }) {
    for (const { from, to } of entity.order) {
      const [start, end] = [row[from], row[to]];
      if (start == null || end == null || from in fixed || to in fixed) continue;
      if (String(start) > String(end)) [row[from], row[to]] = [end, start];
      const days =
        entity.fields.find(({ name }) => name === from)?.kind === 'date'
          ? daysBetween(String(row[from]), String(row[to]))
          : 0;
      if (days > MAX_DAYS) row[to] = shiftDay(String(row[from]), integerBetween(random, 1, MAX_DAYS));
    }
  },
};
