import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import {
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { Person } from '../api/account.ts';
import { useConfirmDiscard } from '../records/form/unsavedPrompt.ts';
import { useModel } from '../records/model.ts';
import { NoPermission } from '../rights/noPermission.tsx';
import { FailureBoundary, NotFound } from './failure.tsx';
import { useFeedback } from './feedback.ts';
import { useNavigationGuard } from './guard/guard.ts';
import { needsIntranet, useAskIntranet } from './guard/intranet.ts';
import { OpenPages } from './keep/openPages.ts';
import { Pane, type PaneHost } from './keep/pane.tsx';
import { SideMenu } from './menu.tsx';
import { useGeneratedMenu } from './menuData.ts';
import type { MenuItem } from './menuTree.ts';
import { Loading } from './progress.tsx';
import { ENTITY_SCREENS, OWN_PAGES } from './routes.tsx';
import { KNOWN, KNOWN_LISTS } from './routing/known.ts';
import { findPage } from './routing/page.ts';
import { HOME, tableOf } from './routing/table.ts';
import { useTabLabels } from './tabs/labels.ts';
import { selectedMenuAddress } from './tabs/identity.ts';
import { TabBar, type TabLabel } from './tabs/tabBar.tsx';
import { rename } from './tabs/tabList.ts';
import { moveHiddenTab, type Routing, type TabState } from './tabs/tabState.ts';
import { type SetTabs, useTabOperations, useTabs } from './tabs/useTabs.ts';

interface Props {
  person: Person;
  folded: boolean;
  /** receives a function that asks whether all unsaved changes may be discarded */
  onLeaving: (mayLeave: () => Promise<boolean>) => void;
}

/** Menu, tabs and pages; a skeleton until the user's menu is loaded. */
export function Workspace({ person, folded, onLeaving }: Props): ReactNode {
  const { i18n } = useTranslation();
  const { reset } = useQueryErrorResetBoundary();
  const { failed } = useFeedback();
  const { items, pending, error } = useGeneratedMenu(i18n.language);
  useEffect(() => {
    if (error) failed(error);
  }, [error, failed]);
  if (pending) return <WorkspaceSkeleton />;
  return (
    <FailureBoundary onRetry={reset}>
      <Suspense fallback={<WorkspaceSkeleton />}>
        <LoadedWorkspace items={items} person={person} folded={folded} onLeaving={onLeaving} />
      </Suspense>
    </FailureBoundary>
  );
}

function WorkspaceSkeleton(): ReactNode {
  return (
    <>
      <nav className="shell-sider">
        <Skeleton active title={false} paragraph={{ rows: 8 }} className="menu-skeleton" />
      </nav>
      <main className="shell-content" id="content" tabIndex={-1}>
        <Loading />
      </main>
    </>
  );
}

/** Menu, tab bar and the pages of the open tabs. */
function LoadedWorkspace({ items, person, folded, onLeaving }: Props & { items: MenuItem[] }): ReactNode {
  const location = useLocation();
  const [pages] = useState(() => new OpenPages());
  const routing = useRouting(items, pages);
  const [tabs, setTabs] = useTabs(person.userCde, routing);
  const { list, contents, redirectTo } = tabs;
  const dirty = useSyncExternalStore(pages.subscribe, pages.dirtyKeys);
  const labelOf = useTabLabels(tabs, routing, dirty);
  useNavigationGuard(tabs, pages, routing);
  useLayoutEffect(() => {
    pages.shown = list.active;
    pages.keepOnly(new Set(list.rendered));
  }, [list, pages]);
  useUnsavedPrompts(pages, dirty, onLeaving);
  const host = usePaneHost(pages, routing, setTabs);
  const { closeTabs, refresh } = useTabOperations(list, pages, setTabs);
  const activePage = list.active === undefined ? undefined : contents.get(list.active)?.page;
  const selected = activePage && selectedMenuAddress(list.active!, activePage, routing.table);
  const redirect = redirectTo ?? (items.length === 0 && location.pathname !== HOME ? HOME : undefined);
  return (
    <>
      <SideMenu folded={folded} selected={selected} tabs={list.tabs} />
      <main className="shell-content" id="content" tabIndex={-1}>
        <TabBar
          list={list}
          labelOf={labelOf}
          onClose={(keys) => void closeTabs(keys)}
          onRefresh={(key) => void refresh(key)}
        />
        {list.active !== undefined && redirectTo === undefined ? (
          <title>{`${labelOf(list.active).title} · Bordereau`}</title>
        ) : null}
        {redirect === undefined ? null : <Navigate to={redirect} replace />}
        <IntranetOnly person={person}>
          <Panes tabs={tabs} labelOf={labelOf} host={host} />
          {tabs.notFound && redirect === undefined ? <MissingPane pathname={location.pathname} /> : null}
        </IntranetOnly>
      </main>
    </>
  );
}

const MissingPane = ({ pathname }: { pathname: string }): ReactNode => (
  <div className="pane">
    <Missing pathname={pathname} />
  </div>
);

/** Resolves addresses with the user's menu and entities. */
function useRouting(items: MenuItem[], pages: OpenPages): Routing {
  const model = useModel();
  return useMemo(() => {
    const table = tableOf(items);
    return {
      table,
      known: KNOWN,
      pageAt: (pathname) => findPage({ own: OWN_PAGES, ofEntities: ENTITY_SCREENS }, pathname, table, model),
      isDirty: pages.isDirty,
    };
  }, [items, model, pages]);
}

/** Asks before unsaved changes are lost when the window closes or the user logs out. */
function useUnsavedPrompts(pages: OpenPages, dirty: readonly string[], onLeaving: Props['onLeaving']): void {
  const askToLeave = useConfirmDiscard();
  useAskBeforeUnload(dirty.length > 0);
  useEffect(
    () => onLeaving(async () => pages.dirtyKeys().length === 0 || askToLeave()),
    [askToLeave, onLeaving, pages],
  );
}

function usePaneHost(pages: OpenPages, routing: Routing, setTabs: SetTabs): PaneHost {
  const latest = useRef(routing);
  useLayoutEffect(() => {
    latest.current = routing;
  }, [routing]);
  return useMemo<PaneHost>(
    () => ({
      pageOf: (key) => ({
        name: (title) =>
          setTabs((before) => {
            const renamed = rename(before.list, key, title);
            return renamed === before.list ? before : { ...before, list: renamed };
          }),
        watch: (draft) => pages.watch(key, draft),
        unsaved: () => pages.unsaved(key),
        isShown: () => pages.shown === key,
      }),
      isShown: (key) => pages.shown === key,
      moveHiddenTab: (navigation) => setTabs((before) => moveHiddenTab(before, navigation, latest.current)),
    }),
    [pages, setTabs],
  );
}

interface PanesProps {
  tabs: TabState;
  labelOf: (key: string) => TabLabel;
  host: PaneHost;
}

/** The rendered pages; only the page of the active tab is visible. */
function Panes({ tabs: { list, contents }, labelOf, host }: PanesProps): ReactNode {
  return list.tabs.map(({ key }) =>
    list.rendered.includes(key) ? (
      <Pane
        key={key}
        tab={key}
        name={labelOf(key).title}
        content={contents.get(key)!}
        shown={key === list.active}
        host={host}
      />
    ) : null,
  );
}

/** Shows the screen for the intranet only inside the intranet, and otherwise goes to the first page. */
function IntranetOnly({ person, children }: { person: Person; children: ReactNode }): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ask = useAskIntranet();
  const outside = needsIntranet(pathname) && person.intranet !== true;
  useEffect(() => {
    if (!outside) return;
    void ask().then((inside) => (inside ? undefined : navigate(HOME, { replace: true })));
  }, [ask, navigate, outside]);
  return outside ? <Loading /> : children;
}

/**
 * Page for an address without a page. Below a list in the menus the user has no right; any other address does not
 * exist.
 */
function Missing({ pathname }: { pathname: string }): ReactNode {
  return KNOWN_LISTS.some((listed) => pathname.startsWith(`${listed}/`)) ? <NoPermission /> : <NotFound />;
}

/** Lets the browser ask before the window is closed or reloaded. */
function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [unsaved]);
}
