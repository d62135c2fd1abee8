import { CanAccess } from '@refinedev/core';
import { App, Modal, Skeleton } from 'antd';
import AppContext from 'antd/es/app/context';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Activity, memo, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { createPath, type Navigator, Route, Routes, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { NoPermission } from '../../rights/noPermission.tsx';
import type { Place } from '../desk.ts';
import { FailureBoundary } from '../failure.tsx';
import { Loading } from '../progress.tsx';
import type { EntityPage } from '../routing/page.ts';
import { type PageInTab, PageContext, PageNameContext } from './page.ts';
import { useKeptScroll } from './scroll.ts';

/** What a page in a tab asks of the frame. */
export interface PaneHost {
  pageOf(key: string): PageInTab;
  isShown(key: string): boolean;
  /** a page that is hidden goes somewhere: its tab does, the address does not */
  moveBehind(key: string, to: string, replace: boolean): void;
}

interface Props {
  tab: string;
  /** what the tab is called */
  name: string;
  place: Place;
  shown: boolean;
  host: PaneHost;
}

/**
 * A page in its tab, drawn once and kept while another one is shown (1§2, "Tab bar"). Hidden it stands still: it knows
 * its own address only, and React takes its effects away, so it fetches nothing, hears no key and shows no dialog.
 */
export const Pane = memo(function Pane({ tab, name, place, shown, host }: Props): ReactNode {
  const { pathname } = place.location;
  const page = useMemo(() => host.pageOf(tab), [host, tab]);
  const [memory] = useState(() => new Map<Element, { top: number; left: number }>());
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <PageContext value={page}>
        <OwnNavigation tab={tab} host={host}>
          <OwnDialogs>
            <PageNameContext value={name}>
              <Scroller key={`${place.round} ${pathname}`} memory={memory}>
                <Drawn place={place} />
              </Scroller>
            </PageNameContext>
          </OwnDialogs>
        </OwnNavigation>
      </PageContext>
    </Activity>
  );
});

function Drawn({ place: { location, page } }: { place: Place }): ReactNode {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <FailureBoundary onRetry={reset}>
      <Suspense
        fallback={
          <div className="page">
            <Loading />
            <Skeleton active />
          </div>
        }
      >
        <Routes location={location}>
          <Route path={page.path} element={'kind' in page ? <EntityScreen page={page} /> : <page.Page />} />
        </Routes>
      </Suspense>
    </FailureBoundary>
  );
}

/** An entity's screen, if the right to it is there. */
function EntityScreen({ page: { Page, screen, summary, action } }: { page: EntityPage }): ReactNode {
  return (
    <CanAccess resource={summary.name} action={action} fallback={<NoPermission />}>
      <Page {...screen} />
    </CanAccess>
  );
}

function Scroller({
  memory,
  children,
}: {
  memory: Map<Element, { top: number; left: number }>;
  children: ReactNode;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, memory);
  return (
    <div className="pane" ref={box}>
      {children}
    </div>
  );
}

/** A page that goes somewhere while it is hidden (a save that took its time) moves its tab on, not the reader. */
function OwnNavigation({ tab, host, children }: { tab: string; host: PaneHost; children: ReactNode }): ReactNode {
  const outer = useContext(NavigationContext);
  const context = useMemo(() => {
    const { navigator } = outer;
    const going =
      (replace: boolean): Navigator['push'] =>
      (to, state, options) => {
        if (!host.isShown(tab)) host.moveBehind(tab, typeof to === 'string' ? to : createPath(to), replace);
        else if (replace) navigator.replace(to, state, options);
        else navigator.push(to, state, options);
      };
    return {
      ...outer,
      navigator: {
        ...navigator,
        push: going(false),
        replace: going(true),
        go: (delta: number) => {
          if (host.isShown(tab)) navigator.go(delta);
        },
      },
    };
  }, [outer, host, tab]);
  return <NavigationContext value={context}>{children}</NavigationContext>;
}

/** The page's own questions are hidden with it; messages are the whole window's. */
function OwnDialogs({ children }: { children: ReactNode }): ReactNode {
  const outer = App.useApp();
  const [modal, holder] = Modal.useModal();
  const context = useMemo(() => ({ ...outer, modal }), [outer, modal]);
  return (
    <AppContext value={context}>
      {children}
      {holder}
    </AppContext>
  );
}
