import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useAskToLeave } from '../../records/form/guard.tsx';
import { destinationAt, type Desk, keyAt, type Surroundings } from '../desk.ts';
import type { OpenPages } from '../keep/openPages.ts';
import { OPEN_ROUTES } from '../openRoutes.tsx';
import { needsIntranet, useAskIntranet } from './intranet.ts';

/**
 * Holds a navigation back while something is asked: the server, for the screen that is for the intranet alone; the
 * reader, before unsaved changes are thrown away. The one guard of all pages, since a router has room for one.
 */
export function useNavigationGuard(desk: Desk, pages: OpenPages, around: Surroundings): void {
  const askToLeave = useAskToLeave();
  const askIntranet = useAskIntranet();
  const { list, leadsTo } = desk;

  const throwsAway = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      const here = leadsTo === undefined ? list.active : undefined;
      if (here === undefined || !pages.isDirty(here)) return false;
      if (OPEN_ROUTES.some(({ path }) => path === nextLocation.pathname)) return true;
      const next = keyAt(nextLocation, around, here);
      if (next === here)
        return (
          currentLocation.pathname !== nextLocation.pathname ||
          (currentLocation.search !== nextLocation.search && pages.goWithQuery(here))
        );
      if (destinationAt(nextLocation, around).to === 'refresh') return true;
      const stays = list.tabs.some(({ key, keep }) => key === here && keep);
      return !stays || (historyAction === 'REPLACE' && next !== undefined);
    },
    [around, leadsTo, list, pages],
  );

  const loses = useRef(false);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      (going) => {
        loses.current = throwsAway(going);
        return (
          loses.current ||
          (needsIntranet(going.nextLocation.pathname) && !needsIntranet(going.currentLocation.pathname))
        );
      },
      [throwsAway],
    ),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const mayGo = async (): Promise<boolean> => {
      if (needsIntranet(blocker.location.pathname) && !(await askIntranet())) return false;
      return !loses.current || askToLeave();
    };
    // Who goes elsewhere meanwhile needs no answer any more.
    let waiting = true;
    void mayGo().then((go) => {
      if (waiting) (go ? blocker.proceed : blocker.reset)();
    });
    return () => {
      waiting = false;
    };
  }, [askIntranet, askToLeave, blocker]);
}
