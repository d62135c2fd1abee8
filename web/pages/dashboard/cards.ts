import dayjs from 'dayjs';
import { CLAIMS, endingSoon } from '../claims/open.ts';

/** What the list behind a figure is filtered by, as its address says it: the figure asks the same of the server. */
export interface Behind {
  entity: string;
  /** the filters of the list's search form, by field; `today` is the day of the business */
  filters?: (today: string) => Record<string, string>;
  /** one of the list's presets */
  preset?: string;
}

/** One number, that opens the list of what it counts. */
export interface FigureCard extends Behind {
  /** key of its text */
  text: string;
  /** whether anything but none wants attention */
  urgent?: boolean;
}

/** A list's rows counted by a field. */
export interface GroupCard extends Behind {
  text: string;
  by: string;
}

/** How many days ahead a period's end is told. */
const ENDING_WITHIN = 90;

/** The next days, today's among them, as the list's filter says a period. */
const coming = (today: string): string => `${today}|${dayjs(today).add(ENDING_WITHIN, 'day').format('YYYY-MM-DD')}`;

/** Each is there only for those who may read its entity. */
export const FIGURES: readonly FigureCard[] = [
  { text: 'welcome.todos', entity: 'task', preset: 'mine', urgent: true },
  { text: 'welcome.unreadMails', entity: 'mail', preset: 'unread', urgent: true },
  {
    text: 'welcome.claimsExpiring',
    entity: CLAIMS.entity,
    preset: CLAIMS.open,
    filters: (today) => ({ [CLAIMS.limit]: endingSoon(today) }),
    urgent: true,
  },
  {
    text: 'welcome.certificatesEnding',
    entity: 'certificate',
    filters: (today) => ({ policyTo: coming(today) }),
    urgent: true,
  },
  {
    text: 'welcome.vesselsEnding',
    entity: 'vessel',
    filters: (today) => ({ effectiveTo: coming(today), newestFlag: 'Y' }),
    urgent: true,
  },
  { text: 'welcome.registrations', entity: 'registration', filters: () => ({ recordStatus: 'Waiting' }), urgent: true },
  {
    text: 'welcome.submissions',
    entity: 'company-submission',
    filters: () => ({ recordStatus: 'Submitted' }),
    urgent: true,
  },
];

export const GROUPS: readonly GroupCard[] = [
  { text: 'welcome.vesselsByStatus', entity: 'vessel', by: 'vesselStatus', filters: () => ({ newestFlag: 'Y' }) },
  { text: 'welcome.vesselsByFleet', entity: 'vessel', by: 'fleet', filters: () => ({ newestFlag: 'Y' }) },
];

/**
 * Where exchange rates stand. An amount of a day without a rate takes the latest of this many days before (domain.md,
 * General 6).
 */
export const RATES = { entity: 'exchange-rate', date: 'exRateDate', usableDays: 10 } as const;
