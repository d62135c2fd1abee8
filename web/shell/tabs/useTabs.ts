import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useConfirmDiscard } from '../../records/form/unsavedPrompt.ts';
import type { OpenPages } from '../keep/openPages.ts';
import { refreshOf } from '../routing/destination.ts';
import { HOME } from '../routing/table.ts';
import { storedTabs, storeTabs } from './stored.ts';
import { close, type TabList } from './tabList.ts';
import { restoreTabs, type Routing, tabsAfterNavigation, type TabState } from './tabState.ts';

/** Changes the open tabs. */
export type SetTabs = Dispatch<SetStateAction<TabState>>;

/** The open tabs, restored at the first render, changed by each navigation and stored for the next visit. */
export function useTabs(userCde: string, routing: Routing): [TabState, SetTabs] {
  const location = useLocation();
  const navigation = useNavigationType();
  const [state, setTabs] = useState(() => restoreTabs(storedTabs(userCde), routing));
  let tabs = state;
  if (tabs.location !== location) {
    tabs = tabsAfterNavigation(tabs, location, navigation, routing);
    setTabs(tabs);
  }
  const open = tabs.list.tabs;
  useEffect(() => storeTabs(userCde, open), [open, userCde]);
  return [tabs, setTabs];
}

interface TabOperations {
  closeTabs: (keys: readonly string[]) => Promise<void>;
  refresh: (key: string) => Promise<void>;
}

/** Returns functions that close and reload tabs, after asking about unsaved changes. */
export function useTabOperations(list: TabList, pages: OpenPages, setTabs: SetTabs): TabOperations {
  const navigate = useNavigate();
  const client = useQueryClient();
  const askToLeave = useConfirmDiscard();
  const closeTabs = useCallback(
    async (keys: readonly string[]): Promise<void> => {
      if (keys.some(pages.isDirty) && !(await askToLeave())) return;
      for (const key of keys) pages.forget(key);
      const remaining = close(list, keys);
      setTabs((before) => ({ ...before, list: close(before.list, keys) }));
      if (remaining.active === list.active && remaining.tabs.length > 0) return;
      // Synchronously, because a navigation that ends after the next tab is closed would open that tab again.
      await navigate(remaining.tabs.find(({ key }) => key === remaining.active)?.at ?? HOME, { flushSync: true });
    },
    [askToLeave, list, navigate, pages, setTabs],
  );
  const refresh = useCallback(
    async (key: string): Promise<void> => {
      const at = list.tabs.find((tab) => tab.key === key)?.at;
      if (at === undefined || (pages.isDirty(key) && !(await askToLeave()))) return;
      pages.forget(key);
      // Only the page reads its data again; queries of the frame around it are not repeated.
      await client.invalidateQueries({ refetchType: 'none' });
      await navigate(refreshOf(at), { replace: key === list.active });
    },
    [askToLeave, client, list, navigate, pages],
  );
  return { closeTabs, refresh };
}
