import type { Label } from '../../../generator/model/field.ts';
import { HOME } from '../routing/table.ts';
import type { Tab } from './tabList.ts';

/** The open tabs outlast a reload (storage key of 1§9). */
const KEY = 'Tabs-Routes';

/** What is kept of a tab. */
export interface StoredTab {
  key: string;
  at: string;
  title?: Label;
}

interface Stored {
  user: string;
  tabs: StoredTab[];
}

/** The tabs that this person had open; none of somebody else's, and none of what cannot be read. */
export function storedTabs(user: string): StoredTab[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (stored?.user !== user || !Array.isArray(stored.tabs)) return [];
    return stored.tabs.filter(({ key, at }) => typeof key === 'string' && typeof at === 'string' && at.startsWith('/'));
  } catch {
    return [];
  }
}

/** Keeps the open tabs. With nothing open but the first page, which is always there to begin with, nothing is kept. */
export function storeTabs(user: string, tabs: readonly Tab[]): void {
  if (tabs.every(({ key }) => key === HOME)) return clearTabs();
  const stored: Stored = { user, tabs: tabs.map(({ key, at, title }) => ({ key, at, ...(title ? { title } : {}) })) };
  localStorage.setItem(KEY, JSON.stringify(stored));
}

export const clearTabs = (): void => localStorage.removeItem(KEY);
