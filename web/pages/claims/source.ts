import dayjs from 'dayjs';

/** The entity, preset and fields of the claims figures. */
export const CLAIMS = {
  /** cases of all kinds */
  entity: 'claim',
  /** the entities of the kinds, each with its list */
  kinds: ['cargo-claim', 'person-claim', 'hull-claim', 'vessel-other-claim', 'other-claim'],
  /** preset of the open cases */
  open: 'open',
  kind: 'bizType',
  status: 'claimStatus',
  officer: 'claimExecutor',
  casualty: 'casualtyDate',
  timeBar: 'expiredDate',
  estimated: 'estimatedAmt',
  amounts: ['estimatedAmt', 'paidAmt', 'outstandingAmt'],
} as const;

/** The amounts of a case are in US dollars (2§5). */
export const CURRENCY = 'USD';

/** Cases are shown as expiring this many days before their time bar (2§5, "Expiry extension"). */
export const EXPIRING_WITHIN_DAYS = 30;

/** A range of days since the casualty, including both ends; without `to` it has no upper end. */
export interface Age {
  from: number;
  to?: number;
}

/** Groups of cases by days since the casualty. */
export const AGES: readonly Age[] = [
  { from: 0, to: 30 },
  { from: 31, to: 90 },
  { from: 91, to: 180 },
  { from: 181, to: 365 },
  { from: 366 },
];

// Periods are written as in the filters of a list: `from|to`. Both ends are included and optional.

/** Period in which the casualties of an age occurred. */
export const casualtyPeriod = ({ from, to }: Age, today: string): string =>
  `${to === undefined ? '' : daysBefore(today, to)}|${daysBefore(today, from)}`;

/** Period of the time bars that expire soon, beginning today. */
export const expiringPeriod = (today: string): string =>
  `${today}|${dayjs(today).add(EXPIRING_WITHIN_DAYS, 'day').format('YYYY-MM-DD')}`;

/** Period of the time bars that have expired before today. */
export const expiredPeriod = (today: string): string => `|${daysBefore(today, 1)}`;

const daysBefore = (day: string, count: number): string => dayjs(day).subtract(count, 'day').format('YYYY-MM-DD');
