import { CanAccess } from '@refinedev/core';
import { App, Modal, Skeleton } from 'antd';
import AppContext from 'antd/es/app/context';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Activity, memo, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { createPath, type Navigator, Route, Routes, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { NoPermission } from '../../rights/noPermission.tsx';
import type { HiddenNavigation, TabContent } from '../tabs/tabState.ts';
import { FailureBoundary } from '../failure.tsx';
import { Loading } from '../progress.tsx';
import type { EntityPage } from '../routing/page.ts';
import { type TabPage, PageContext, PageNameContext } from './page.ts';
import { useRestoredScroll } from './scroll.ts';

/** Functions of the frame for the pages in its tabs. */
export interface PaneHost {
  pageOf(key: string): TabPage;
  isShown(key: string): boolean;
  /** navigates in a hidden tab without changing the address of the browser */
  moveHiddenTab(navigation: HiddenNavigation): void;
}

interface Props {
  tab: string;
  /** title of the tab */
  name: string;
  content: TabContent;
  shown: boolean;
  host: PaneHost;
}

/**
 * A page in its tab, which stays rendered while another page is shown (1§2, "Tab bar"). A hidden page keeps its own
 * address. React unmounts its effects, so it fetches nothing, handles no keys and shows no dialogs.
 */
export const Pane = memo(function Pane({ tab, name, content, shown, host }: Props): ReactNode {
  const { pathname } = content.location;
  const page = useMemo(() => host.pageOf(tab), [host, tab]);
  const [memory] = useState(() => new Map<Element, { top: number; left: number }>());
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <PageContext value={page}>
        <TabNavigation tab={tab} host={host}>
          <TabDialogs>
            <PageNameContext value={name}>
              <Scroller key={`${content.refreshCount} ${pathname}`} memory={memory}>
                <PageContent content={content} />
              </Scroller>
            </PageNameContext>
          </TabDialogs>
        </TabNavigation>
      </PageContext>
    </Activity>
  );
});

function PageContent({ content: { location, page } }: { content: TabContent }): ReactNode {
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

/** A screen of an entity, or a notice without the right to it. */
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
  useRestoredScroll(box, memory);
  return (
    <div className="pane" ref={box}>
      {children}
    </div>
  );
}

/** Restricts navigation of a hidden page, for example after a slow save, to its own tab. */
function TabNavigation({ tab, host, children }: { tab: string; host: PaneHost; children: ReactNode }): ReactNode {
  const outer = useContext(NavigationContext);
  const context = useMemo(() => {
    const { navigator } = outer;
    const navigateWith =
      (replace: boolean): Navigator['push'] =>
      (to, state, options) => {
        if (!host.isShown(tab))
          host.moveHiddenTab({ key: tab, to: typeof to === 'string' ? to : createPath(to), replace });
        else if (replace) navigator.replace(to, state, options);
        else navigator.push(to, state, options);
      };
    return {
      ...outer,
      navigator: {
        ...navigator,
        push: navigateWith(false),
        replace: navigateWith(true),
        go: (delta: number) => {
          if (host.isShown(tab)) navigator.go(delta);
        },
      },
    };
  }, [outer, host, tab]);
  return <NavigationContext value={context}>{children}</NavigationContext>;
}

/** Dialogs of the page, which are hidden with it. Messages belong to the window. */
function TabDialogs({ children }: { children: ReactNode }): ReactNode {
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
