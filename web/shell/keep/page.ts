import { createContext, useContext, useEffect, useRef } from 'react';
import type { Label } from '../../../generator/model/field.ts';
import type { Unsaved } from './openPages.ts';

/** Functions of the frame for the page in a tab. */
export interface TabPage {
  /** sets the title of the tab */
  name(title: Label): void;
  /** asks the user before unsaved changes are discarded; returns an unsubscribe function */
  watch(draft: Unsaved): () => void;
  /** the drafts of the page with unsaved changes */
  unsaved(): readonly Unsaved[];
  /** whether the page is visible */
  isShown(): boolean;
}

/** The tab in which a page is rendered. */
export const PageContext = createContext<TabPage | undefined>(undefined);

/** Title of the page's tab; empty outside the frame and until the page has set it. */
export const PageNameContext = createContext('');

/** The tab of the page; undefined outside the frame. */
export const usePage = (): TabPage | undefined => useContext(PageContext);

/** Calls `onClose` when the component unmounts, unless its page is only hidden, because then its work continues. */
export function useOnPageClose(onClose: () => void): void {
  const page = usePage();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(
    () => () => {
      if (page?.isShown() !== false) latest.current();
    },
    [page],
  );
}
