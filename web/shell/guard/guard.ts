import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useConfirmDiscard } from '../../records/form/unsavedPrompt.ts';
import { destinationAt, type TabState, keyAt, type Routing } from '../tabs/tabState.ts';
import type { OpenPages } from '../keep/openPages.ts';
import { OPEN_ROUTES } from '../openRoutes.tsx';
import { needsIntranet, useAskIntranet } from './intranet.ts';

/**
 * Blocks a navigation until it is permitted: by the server, for the screen that only the intranet may open, and by the
 * reader, if it discards unsaved changes. All pages share it, because a router has only one blocker.
 */
export function useNavigationGuard(tabs: TabState, pages: OpenPages, routing: Routing): void {
  const askToLeave = useConfirmDiscard();
  const askIntranet = useAskIntranet();
  const discardsChanges = useDiscardsChanges(tabs, pages, routing);
  const isDiscarding = useRef(false);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      (going) => {
        isDiscarding.current = discardsChanges(going);
        return (
          isDiscarding.current ||
          (needsIntranet(going.nextLocation.pathname) && !needsIntranet(going.currentLocation.pathname))
        );
      },
      [discardsChanges],
    ),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const mayGo = async (): Promise<boolean> => {
      if (needsIntranet(blocker.location.pathname) && !(await askIntranet())) return false;
      return !isDiscarding.current || askToLeave();
    };
    // The answer is ignored if the reader navigates elsewhere meanwhile.
    let waiting = true;
    void mayGo().then((go) => {
      if (waiting) (go ? blocker.proceed : blocker.reset)();
    });
    return () => {
      waiting = false;
    };
  }, [askIntranet, askToLeave, blocker]);
}

/** Returns a function that tells whether a navigation discards unsaved changes of the page that is shown. */
function useDiscardsChanges({ list, redirectTo }: TabState, pages: OpenPages, routing: Routing): BlockerFunction {
  return useCallback(
    ({ currentLocation, nextLocation, historyAction }) => {
      const here = redirectTo === undefined ? list.active : undefined;
      if (here === undefined || !pages.isDirty(here)) return false;
      if (OPEN_ROUTES.some(({ path }) => path === nextLocation.pathname)) return true;
      const next = keyAt(nextLocation, routing, here);
      if (next === here)
        return (
          currentLocation.pathname !== nextLocation.pathname ||
          (currentLocation.search !== nextLocation.search && pages.losesWithQuery(here))
        );
      if (destinationAt(nextLocation, routing).to === 'refresh') return true;
      const isKept = list.tabs.some(({ key, keep }) => key === here && keep);
      return !isKept || (historyAction === 'REPLACE' && next !== undefined);
    },
    [routing, redirectTo, list, pages],
  );
}
