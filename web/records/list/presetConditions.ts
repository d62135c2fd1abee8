import dayjs from 'dayjs';
import type { Preset } from '../../../generator/model/list.ts';
import type { Where } from '../../api/where.ts';

/** Properties of the user that presets may name. */
type Person = Readonly<Record<string, unknown>>;

/** Converts a preset to conditions of the API, for a person on a day. */
export function presetConditions(terms: Preset['where'], person: Person | undefined, today: string): Where {
  return terms.map((term) => {
    if ('or' in term) return { or: term.or.map((branch) => presetConditions(branch, person, today)) };
    const { value } = term;
    const own = valueOf(value, person, today);
    return { ...term, ...(own === undefined ? {} : { value: own }) } as Where[number];
  });
}

/** Replaces a placeholder for the user or for a day with its value. */
function valueOf(value: unknown, person: Person | undefined, today: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('user' in value) return valueOfPerson(String(value.user), person);
  if (!('days' in value)) return value;
  const { from, to } = value.days as { from?: number; to?: number };
  const on = (days: number | undefined): string =>
    days === undefined ? '' : dayjs(today).add(days, 'day').format('YYYY-MM-DD');
  return `${on(from)}|${on(to)}`;
}

/** An id that no row has. */
const NO_ROW = '9223372036854775807';

/** The user's value for a placeholder; without one, a value that matches no row. */
function valueOfPerson(property: string, person: Person | undefined): unknown {
  const own = person?.[property];
  if (property === 'heldRoles') return Array.isArray(own) && own.length > 0 ? own : [NO_ROW];
  return own ?? '-';
}
