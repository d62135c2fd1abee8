import { useQuery } from '@tanstack/react-query';
import { today } from '../../generator/language/dates.ts';
import { personQuery } from './account.ts';

/** Where the business has not said it, the day is that of the reader's own zone. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day it is for the business. */
export function useToday(): string {
  const { data: person } = useQuery(personQuery);
  return today(person?.businessTimeZone ?? OWN_ZONE);
}
