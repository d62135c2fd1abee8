import { useTranslation } from 'react-i18next';
import { days } from '../../../generator/language/dates.ts';
import { useToday } from '../../api/today.ts';

/** A day is near within this many days. */
const NEAR = 30;

/** How far off a day is, in words, and whether it is near or past. */
export interface Due {
  text: string;
  state: 'past' | 'near' | 'far';
}

/** Gives a function that compares a day with today. */
export function useDue(): (day: string) => Due {
  const { t } = useTranslation();
  const today = useToday();
  return (day) => {
    // `days` counts both ends
    if (day < today) return { text: t('due.past', { count: days(day, today) - 1 }), state: 'past' };
    const left = days(today, day) - 1;
    return { text: left === 0 ? t('due.today') : t('due.left', { count: left }), state: left <= NEAR ? 'near' : 'far' };
  };
}
