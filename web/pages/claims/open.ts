import dayjs from 'dayjs';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Group } from '../../records/list/shownRows.ts';

/** Where the figures come from: cases of all kinds, and which of them are open. */
export const CLAIMS = {
  entity: 'claim',
  open: 'open',
  kind: 'bizType',
  status: 'claimStatus',
  officer: 'claimExecutor',
  casualty: 'casualtyDate',
  limit: 'expiredDate',
  estimated: 'estimatedAmt',
  settled: 'paidAmt',
  amounts: ['estimatedAmt', 'claimAmt', 'paidAmt'],
} as const;

/** Amounts of a case are kept in US dollars (2§5). */
export const CURRENCY = 'USD';

/** How many days ahead the end of a time limit is told (2§5, "Expiry extension"). */
export const EXPIRING_WITHIN = 30;

/** A span of days since the casualty, both ends included; the last has no end. */
export interface Age {
  from: number;
  to?: number;
}

export const AGES: readonly Age[] = [
  { from: 0, to: 30 },
  { from: 31, to: 90 },
  { from: 91, to: 180 },
  { from: 181, to: 365 },
  { from: 366 },
];

const daysAgo = (today: string, count: number): string => dayjs(today).subtract(count, 'day').format('YYYY-MM-DD');

/** The days on which casualties of that age happened, as the list's filter says a period. */
export const casualtiesOf = ({ from, to }: Age, today: string): string =>
  `${to === undefined ? '' : daysAgo(today, to)}|${daysAgo(today, from)}`;

/**
 * The time limits that end soon, today's among them, and those that ended before today, as the list's filter says a
 * period.
 */
export const endingSoon = (today: string): string =>
  `${today}|${dayjs(today).add(EXPIRING_WITHIN, 'day').format('YYYY-MM-DD')}`;
export const ended = (today: string): string => `|${daysAgo(today, 1)}`;

/** The exact total of an amount in all these groups, as decimal text. */
export const totalOf = (groups: readonly Group[], name: string): string =>
  printDecimal(groups.reduce((sum, group) => sum.plus(parseDecimal(sumOf(group, name)) ?? 0), new Decimal(0)));

/** How many rows there are in all these groups. */
export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** The total of an amount in a group, as decimal text. */
export const sumOf = ({ sums }: Group, name: string): string => sums?.[name] ?? '0';

/** What of an estimate is not settled, as decimal text; below zero where more was settled than estimated. */
export const remainingOf = (estimated: string, settled: string): string =>
  printDecimal((parseDecimal(estimated) ?? new Decimal(0)).minus(parseDecimal(settled) ?? 0));
