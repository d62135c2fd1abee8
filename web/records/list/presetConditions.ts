import dayjs from 'dayjs';
import type { Preset } from '../../../generator/model/list.ts';
import type { Where } from '../../api/where.ts';

/** What is known of who reads, by name. */
type Person = Readonly<Record<string, unknown>>;

/** The conditions as the API reads them, for somebody on a day. */
export function presetConditions(terms: Preset['where'], person: Person | undefined, today: string): Where {
  return terms.map((term) => {
    if ('or' in term) return { or: term.or.map((branch) => presetConditions(branch, person, today)) };
    const { value } = term;
    const own = meant(value, person, today);
    return { ...term, ...(own === undefined ? {} : { value: own }) } as Where[number];
  });
}

/** A value that stands for what the reader is or for days from now on, as what it is for this reader today. */
function meant(value: unknown, person: Person | undefined, today: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('user' in value) return ofPerson(String(value.user), person);
  if (!('days' in value)) return value;
  const { from, to } = value.days as { from?: number; to?: number };
  const on = (days: number | undefined): string =>
    days === undefined ? '' : dayjs(today).add(days, 'day').format('YYYY-MM-DD');
  return `${on(from)}|${on(to)}`;
}

/** An id that no row has. */
const NO_ROW = '9223372036854775807';

/** What of the reader a preset compares with; a value that nothing has, where there is none. */
function ofPerson(what: string, person: Person | undefined): unknown {
  const own = person?.[what];
  if (what === 'heldRoles') return Array.isArray(own) && own.length > 0 ? own : [NO_ROW];
  return own ?? '-';
}
