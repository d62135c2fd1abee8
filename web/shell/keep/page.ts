import { createContext, useContext, useEffect, useRef } from 'react';
import type { Label } from '../../../generator/model/field.ts';
import type { Unsaved } from './openPages.ts';

/** What the frame does for the page that stands in a tab. */
export interface PageInTab {
  /** names the tab */
  name(title: Label): void;
  /** has the reader asked before what is unsaved is thrown away; answers what ends that */
  watch(draft: Unsaved): () => void;
  /** whether the page is looked at */
  isShown(): boolean;
}

export const PageContext = createContext<PageInTab | undefined>(undefined);

/** What the tab is called that the page stands in; empty outside the frame, and until the page has named it. */
export const PageNameContext = createContext('');

/** The tab that the page stands in; undefined outside the frame. */
export const usePage = (): PageInTab | undefined => useContext(PageContext);

/** Calls `end` when the component goes, but not when its page is only hidden: what it began goes on then. */
export function useEndOfPage(end: () => void): void {
  const page = usePage();
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  }, [end]);
  useEffect(
    () => () => {
      if (page?.isShown() !== false) latest.current();
    },
    [page],
  );
}
