import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useConfirmDiscard } from '../../records/form/unsavedPrompt.ts';
import { destinationAt, type TabState, keyAt, type Routing } from '../tabs/tabState.ts';
import type { OpenPages } from '../keep/openPages.ts';
import { OPEN_ROUTES } from '../openRoutes.tsx';
import { needsIntranet, useAskIntranet } from './intranet.ts';

/**
 * Blocks a navigation until it is permitted. The server must permit the screen that only the intranet may open, and the
 * user must confirm that unsaved changes are discarded. All pages share this guard, because a router has only one
 * blocker.
 */
export function useNavigationGuard(tabs: TabState, pages: OpenPages, routing: Routing): void {
  const askToLeave = useConfirmDiscard();
  const askIntranet = useAskIntranet();
  const discardsChanges = useDiscardsChanges(tabs, pages, routing);
  const isDiscarding = useRef(false);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      (navigation) => {
        isDiscarding.current = discardsChanges(navigation);
        return (
          isDiscarding.current ||
          (needsIntranet(navigation.nextLocation.pathname) && !needsIntranet(navigation.currentLocation.pathname))
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
    // The answer is ignored if the user navigates elsewactive meanwhile.
    let isCurrent = true;
    void mayGo().then((go) => {
      if (isCurrent) (go ? blocker.proceed : blocker.reset)();
    });
    return () => {
      isCurrent = false;
    };
  }, [askIntranet, askToLeave, blocker]);
}

/** Returns a function that returns whether a navigation discards unsaved changes of the shown page. */
function useDiscardsChanges({ list, redirectTo }: TabState, pages: OpenPages, routing: Routing): BlockerFunction {
  return useCallback(
    ({ currentLocation, nextLocation, historyAction }) => {
      const active = redirectTo === undefined ? list.active : undefined;
      if (active === undefined || !pages.isDirty(active)) return false;
      if (OPEN_ROUTES.some(({ path }) => path === nextLocation.pathname)) return true;
      const next = keyAt(nextLocation, routing, active);
      if (next === active)
        return (
          currentLocation.pathname !== nextLocation.pathname ||
          (currentLocation.search !== nextLocation.search && pages.losesWithQuery(active))
        );
      if (destinationAt(nextLocation, routing).to === 'refresh') return true;
      const isKept = list.tabs.some(({ key, keep }) => key === active && keep);
      return !isKept || (historyAction === 'REPLACE' && next !== undefined);
    },
    [routing, redirectTo, list, pages],
  );
}
