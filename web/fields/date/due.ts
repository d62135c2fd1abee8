import { useTranslation } from 'react-i18next';
import { days } from '../../../generator/language/dates.ts';
import { useToday } from '../../api/today.ts';

/** Maximum number of days from today for the state `near`. */
const MAX_NEAR = 30;

/** Distance of a day from today, as text, and whether it is near or past. */
export interface Due {
  text: string;
  state: 'past' | 'near' | 'far';
}

/** Returns a function that compares a day with today. */
export function useDue(): (day: string) => Due {
  const { t } = useTranslation();
  const today = useToday();
  return (day) => {
    // `days` counts both ends
    if (day < today) return { text: t('due.past', { count: days(day, today) - 1 }), state: 'past' };
    const remaining = days(today, day) - 1;
    return {
      text: remaining === 0 ? t('due.today') : t('due.left', { count: remaining }),
      state: remaining <= MAX_NEAR ? 'near' : 'far',
    };
  };
}
