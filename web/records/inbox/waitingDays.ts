import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { days } from '../../../generator/language/dates.ts';
import { useToday } from '../../api/today.ts';

/** Returns a function with the text of how many days have passed since an instant. */
export function useWaiting(): (since: string) => string {
  const { t } = useTranslation();
  const today = useToday();
  return (since) => {
    // `days` counts both ends
    const count = Math.max(0, days(dayjs(since).format('YYYY-MM-DD'), today) - 1);
    return count === 0 ? t('inbox.sinceToday') : t('inbox.waiting', { count });
  };
}
