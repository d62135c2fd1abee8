import type { Label } from '../../../generator/model/field.ts';
import { HOME } from '../routing/table.ts';
import type { Tab } from './tabList.ts';

/** Storage key of the open tabs (1§9). */
const KEY = 'Tabs-Routes';

/** The stored part of a tab. */
export interface StoredTab {
  key: string;
  at: string;
  title?: Label;
}

interface Stored {
  user: string;
  tabs: StoredTab[];
}

/** Reads the tabs that this person had open. Tabs of another person and invalid entries are ignored. */
export function storedTabs(user: string): StoredTab[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (stored?.user !== user || !Array.isArray(stored.tabs)) return [];
    return stored.tabs.filter(({ key, at }) => typeof key === 'string' && typeof at === 'string' && at.startsWith('/'));
  } catch {
    return [];
  }
}

/** Stores the open tabs. If only the first page is open, nothing is stored. */
export function storeTabs(user: string, tabs: readonly Tab[]): void {
  if (tabs.every(({ key }) => key === HOME)) return clearTabs();
  const stored: Stored = { user, tabs: tabs.map(({ key, at, title }) => ({ key, at, ...(title ? { title } : {}) })) };
  localStorage.setItem(KEY, JSON.stringify(stored));
}

/** Removes the stored tabs. */
export const clearTabs = (): void => localStorage.removeItem(KEY);
