import dayjs from 'dayjs';

/** The entities, preset and fields of the litigation figures. */
export const LITIGATION = {
  entity: 'litigation-case',
  filing: 'litigation-filing',
  /** preset of the open cases */
  open: 'open',
  stage: 'ltgtStatus',
  company: 'subCompany',
  cause: 'ltgCause',
  instance: 'ltgtType',
  deadline: 'nextDeadline',
  performanceDue: 'performanceDue',
  claimed: 'claimedAmt',
  target: 'totalTargetAmt',
  amounts: ['claimedAmt', 'adjudgedAmt', 'performedAmt', 'outstandingAmt'],
} as const;

/** The amounts of a case are in CNY (2§9). */
export const CURRENCY = 'CNY';

/** Deadlines are shown as near this many days before (domain/litigation.md, 6). */
export const NEAR_WITHIN_DAYS = 14;

/** Period of the days that are near, beginning today, as in the filters of a list. */
export const nearPeriod = (today: string): string =>
  `${today}|${dayjs(today).add(NEAR_WITHIN_DAYS, 'day').format('YYYY-MM-DD')}`;

/** Period of the days before today. */
export const pastPeriod = (today: string): string => `|${dayjs(today).subtract(1, 'day').format('YYYY-MM-DD')}`;
