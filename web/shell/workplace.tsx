import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Person } from '../api/account.ts';
import { useAskToLeave } from '../records/form/guard.tsx';
import { useModel } from '../records/model.ts';
import { NoPermission } from '../rights/noPermission.tsx';
import { arrive, deskOf, moveBehind, type Surroundings } from './desk.ts';
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
import { refreshOf } from './routing/destination.ts';
import { KNOWN, KNOWN_LISTS } from './routing/known.ts';
import { pageAmong } from './routing/page.ts';
import { HOME, tableOf } from './routing/table.ts';
import { useTabLabels } from './tabs/labels.ts';
import { markedInMenu } from './tabs/identity.ts';
import { storedTabs, storeTabs } from './tabs/stored.ts';
import { TabBar } from './tabs/tabBar.tsx';
import { close, rename } from './tabs/tabList.ts';

interface Props {
  person: Person;
  folded: boolean;
  /** is told how to ask whether everything that is open may be thrown away */
  onLeaving: (mayLeave: () => Promise<boolean>) => void;
}

/** Menu, tabs and pages, once the reader's menu is known. */
export function Workplace({ person, folded, onLeaving }: Props): ReactNode {
  const { i18n } = useTranslation();
  const { reset } = useQueryErrorResetBoundary();
  const { failed } = useFeedback();
  const { items, pending, error } = useGeneratedMenu(i18n.language);
  useEffect(() => {
    if (error) failed(error);
  }, [error, failed]);
  if (pending) return <Waiting />;
  return (
    <FailureBoundary onRetry={reset}>
      <Suspense fallback={<Waiting />}>
        <Open items={items} person={person} folded={folded} onLeaving={onLeaving} />
      </Suspense>
    </FailureBoundary>
  );
}

function Waiting(): ReactNode {
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

function Open({ items, person, folded, onLeaving }: Props & { items: MenuItem[] }): ReactNode {
  const navigate = useNavigate();
  const location = useLocation();
  const navigation = useNavigationType();
  const client = useQueryClient();
  const askToLeave = useAskToLeave();
  const model = useModel();
  const [pages] = useState(() => new OpenPages());
  const around = useMemo<Surroundings>(() => {
    const table = tableOf(items);
    return {
      table,
      known: KNOWN,
      pageAt: (pathname) => pageAmong({ own: OWN_PAGES, ofEntities: ENTITY_SCREENS }, pathname, table, model),
      isDirty: pages.isDirty,
    };
  }, [items, model, pages]);
  const [kept, setDesk] = useState(() => deskOf(storedTabs(person.userCde), around));
  let desk = kept;
  if (desk.seen !== location) {
    desk = arrive(desk, location, navigation, around);
    setDesk(desk);
  }
  const { list, places, leadsTo, missing } = desk;
  const dirty = useSyncExternalStore(pages.subscribe, pages.dirtyKeys);
  const labelOf = useTabLabels(desk, around, dirty);
  useNavigationGuard(desk, pages, around);

  useLayoutEffect(() => {
    pages.shown = list.active;
    pages.keepOnly(new Set(list.drawn));
  }, [list, pages]);
  useEffect(() => storeTabs(person.userCde, list.tabs), [list.tabs, person.userCde]);
  useAskBeforeUnload(dirty.length > 0);
  useEffect(
    () => onLeaving(async () => pages.dirtyKeys().length === 0 || askToLeave()),
    [askToLeave, onLeaving, pages],
  );

  const latest = useRef(around);
  useLayoutEffect(() => {
    latest.current = around;
  }, [around]);
  const host = useMemo<PaneHost>(
    () => ({
      pageOf: (key) => ({
        name: (title) =>
          setDesk((before) => {
            const renamed = rename(before.list, key, title);
            return renamed === before.list ? before : { ...before, list: renamed };
          }),
        watch: (draft) => pages.watch(key, draft),
        isShown: () => pages.shown === key,
      }),
      isShown: (key) => pages.shown === key,
      moveBehind: (key, to, replace) => setDesk((before) => moveBehind(before, key, to, replace, latest.current)),
    }),
    [pages],
  );

  const closeTabs = useCallback(
    async (keys: readonly string[]): Promise<void> => {
      if (keys.some(pages.isDirty) && !(await askToLeave())) return;
      for (const key of keys) pages.forget(key);
      const left = close(list, keys);
      setDesk((before) => ({ ...before, list: close(before.list, keys) }));
      if (left.active === list.active && left.tabs.length > 0) return;
      // At once: an arrival that comes after the next closing would open again what that one closed.
      await navigate(left.tabs.find(({ key }) => key === left.active)?.at ?? HOME, { flushSync: true });
    },
    [askToLeave, list, navigate, pages],
  );

  const refresh = useCallback(
    async (key: string): Promise<void> => {
      const at = list.tabs.find((tab) => tab.key === key)?.at;
      if (at === undefined || (pages.isDirty(key) && !(await askToLeave()))) return;
      pages.forget(key);
      // What the page reads it reads anew; what stands around it is not its affair.
      await client.invalidateQueries({ refetchType: 'none' });
      await navigate(refreshOf(at), { replace: key === list.active });
    },
    [askToLeave, client, list, navigate, pages],
  );

  const activePage = list.active === undefined ? undefined : places.get(list.active)?.page;
  const selected = activePage && markedInMenu(list.active!, activePage, around.table);
  const leading = leadsTo ?? (items.length === 0 && location.pathname !== HOME ? HOME : undefined);
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
        {list.active !== undefined && leadsTo === undefined ? (
          <title>{`${labelOf(list.active).title} · Bordereau`}</title>
        ) : null}
        {leading === undefined ? null : <Navigate to={leading} replace />}
        <FromIntranetOnly person={person}>
          {list.tabs.map(({ key }) =>
            list.drawn.includes(key) ? (
              <Pane
                key={key}
                tab={key}
                name={labelOf(key).title}
                place={places.get(key)!}
                shown={key === list.active}
                host={host}
              />
            ) : null,
          )}
          {missing && leading === undefined ? (
            <div className="pane">
              <Missing pathname={location.pathname} />
            </div>
          ) : null}
        </FromIntranetOnly>
      </main>
    </>
  );
}

/** Who comes from outside straight to what is for the intranet alone has nowhere to stay: the first page it is. */
function FromIntranetOnly({ person, children }: { person: Person; children: ReactNode }): ReactNode {
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

/** No page of this reader's: below a list that others have they lack the right, anywhere else there is nothing. */
function Missing({ pathname }: { pathname: string }): ReactNode {
  return KNOWN_LISTS.some((listed) => pathname.startsWith(`${listed}/`)) ? <NoPermission /> : <NotFound />;
}

/** Closing the window or reloading it asks in the browser's own dialog. */
function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [unsaved]);
}
