import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personQuery } from '../../api/account.ts';

/** How one person likes one list; kept in this browser. */
export interface ListPreferences {
  /** the shown columns in their order; absent: those of the schema */
  columns?: string[];
  /** in CSS pixels, by column */
  widths: Record<string, number>;
  pageSize: number;
  /** all search fields are shown */
  unfolded: boolean;
  /** named searches: the address's query by name */
  views: Record<string, string>;
}

const DEFAULTS: ListPreferences = { widths: {}, pageSize: 20, unfolded: false, views: {} };

/** The person's preferences for a list, and how to change some of them. */
export function useListPreferences(entity: string): [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const { data: person } = useQuery(personQuery);
  const key = `list.${person?.userCde ?? ''}.${entity}`;
  const [preferences, setPreferences] = useState(() => stored(key));
  return [preferences, (change) => setPreferences((before) => {
    const after = { ...before, ...change };
    localStorage.setItem(key, JSON.stringify(after));
    return after;
  })];
}

function stored(key: string): ListPreferences {
  const text = localStorage.getItem(key);
  return text ? { ...DEFAULTS, ...(JSON.parse(text) as Partial<ListPreferences>) } : DEFAULTS;
}
