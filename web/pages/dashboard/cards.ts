import dayjs from 'dayjs';
import { CLAIMS, expiringPeriod } from '../claims/source.ts';

/** The list that a figure counts, with its filters. The figure counts the same rows that the list shows. */
export interface FigureSource {
  entity: string;
  /** filters of the list by field, as in its address; `today` is the business day */
  filters?: (today: string) => Record<string, string>;
  /** one of the list's presets */
  preset?: string;
}

/** A number with a link to the list that it counts. */
export interface FigureCard extends FigureSource {
  /** key of its text */
  text: string;
  /** a number above 0 needs attention */
  urgent?: boolean;
  /** the right to the entity that it needs; default: to read it */
  right?: string;
}

/** The rows of a list, counted by the value of a field. */
export interface GroupCard extends FigureSource {
  /** key of its text */
  text: string;
  /** name of the field */
  by: string;
}

/** Number of days before the end of a period from which it is shown as ending. */
const ENDING_WITHIN_DAYS = 90;

/** Period from today to `ENDING_WITHIN_DAYS` ahead, as in the filter of a list. */
const endingPeriod = (today: string): string => `${today}|${dayAfter(today, ENDING_WITHIN_DAYS)}`;

/** Number of days before its due date from which a bill is shown as due. */
const DUE_WITHIN_DAYS = 14;

/** Confirmed bills of which money is still to be claimed, due in a period as in the filter of a list. */
const unpaidDue = (from: string, to: string): Record<string, string> => ({
  recordStatus: 'Confirm',
  payStatus: 'ToBeClaim',
  dueDate: `${from}|${to}`,
});
const dayAfter = (today: string, days: number): string => dayjs(today).add(days, 'day').format('YYYY-MM-DD');

/** The figures of the first page; each is shown to users with the right to its entity. */
export const FIGURES: readonly FigureCard[] = [
  { text: 'welcome.todos', entity: 'task', preset: 'mine', urgent: true },
  { text: 'welcome.unreadMails', entity: 'mail', preset: 'unread', urgent: true },
  {
    text: 'welcome.claimsExpiring',
    entity: CLAIMS.entity,
    preset: CLAIMS.open,
    filters: (today) => ({ [CLAIMS.timeBar]: expiringPeriod(today) }),
    urgent: true,
  },
  {
    text: 'welcome.certificatesEnding',
    entity: 'certificate',
    filters: (today) => ({ policyTo: endingPeriod(today) }),
    urgent: true,
  },
  {
    text: 'welcome.vesselsEnding',
    entity: 'vessel',
    filters: (today) => ({ effectiveTo: endingPeriod(today), newestFlag: 'Y' }),
    urgent: true,
  },
  { text: 'welcome.openFlows', entity: 'bank-slip', preset: 'open', urgent: true, right: 'claim' },
  {
    text: 'welcome.billsDue',
    entity: 'settlement-bill',
    filters: (today) => unpaidDue(today, dayAfter(today, DUE_WITHIN_DAYS)),
    urgent: true,
    right: 'claimFunds',
  },
  {
    text: 'welcome.billsOverdue',
    entity: 'settlement-bill',
    filters: (today) => unpaidDue('', dayAfter(today, -1)),
    urgent: true,
    right: 'claimFunds',
  },
  { text: 'welcome.registrations', entity: 'registration', filters: () => ({ recordStatus: 'Waiting' }), urgent: true },
  {
    text: 'welcome.submissions',
    entity: 'company-submission',
    filters: () => ({ recordStatus: 'Submitted' }),
    urgent: true,
  },
];

/** The charts of the first page; each is shown to users who may read its entity. */
export const GROUPS: readonly GroupCard[] = [
  { text: 'welcome.vesselsByStatus', entity: 'vessel', by: 'vesselStatus', filters: () => ({ newestFlag: 'Y' }) },
  { text: 'welcome.vesselsByFleet', entity: 'vessel', by: 'fleet', filters: () => ({ newestFlag: 'Y' }) },
];

/**
 * Exchange rates. If a day has no rate, amounts are converted at the latest rate of the `usableDays` days before
 * (domain.md, General 6).
 */
export const RATES = { entity: 'exchange-rate', date: 'exRateDate', usableDays: 10 } as const;
