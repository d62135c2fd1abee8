import { useQuery } from '@tanstack/react-query';
import { today } from '../../generator/language/dates.ts';
import { personQuery } from './account.ts';

/** The user's time zone, used until that of the business is loaded. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The current business day. */
export function useToday(): string {
  const { data: person } = useQuery(personQuery);
  return today(person?.businessTimeZone ?? OWN_ZONE);
}
