import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { logOut, type Person, personQuery } from '../api/account.ts';
import { auditLogProvider } from '../api/auditLogProvider.ts';
import { authProvider } from '../api/authProvider.ts';
import { dataProvider } from '../api/dataProvider.ts';
import { ApiError } from '../api/error.ts';
import { i18nProvider } from '../api/i18nProvider.ts';
import { onSessionChange, sessionToken } from '../api/session.ts';
import { ExtrasContext, ListExtrasContext, ParentColumnsContext } from '../records/extras.ts';
import { EXTRAS, LIST_EXTRAS, PARENT_COLUMNS } from '../pages/extras.ts';
import { accessControlProvider } from '../rights/accessControlProvider.ts';
import { RightsProvider } from '../rights/rightsProvider.tsx';
import { AppearanceSwitch } from './appearanceSwitch.tsx';
import { Bell } from './bell.tsx';
import { Failure } from './failure.tsx';
import { LanguageSwitch } from './language.tsx';
import { useMenuResources } from './menuData.ts';
import { useNotificationProvider } from './notificationProvider.ts';
import { lazyChunk } from './lazyChunk.ts';
import { PersonMenu } from './person.tsx';
import { Loading, ProgressBar } from './progress.tsx';
import { GlobalSearch } from './search.tsx';
import { Wordmark } from './wordmark.tsx';
import { Workspace } from './workspace.tsx';

const ChangePasswordDialog = lazyChunk(async () => (await import('./changePassword.tsx')).ChangePasswordDialog);

const FOLDED = 'menu.folded';
/** Below this width the menu starts folded, so that a record stays readable on a tablet. */
const NARROW = '(max-width: 1023px)';

/** Retries once, and only if the server was unreachable or overloaded, because other errors would repeat. */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ApiError && !error.isLate && (error.statusCode === 0 || error.statusCode === 503);

/** The product after log-in. It mounts again when another person logs in, so that the cache is empty. */
export function Shell(): ReactNode {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Calls are made even if the browser assumes that it is offline, so that an error is shown.
          queries: { retry: mayRetry, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  const notificationProvider = useNotificationProvider();
  const resources = useMenuResources(queryClient);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      auditLogProvider={auditLogProvider}
      notificationProvider={notificationProvider}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      resources={resources}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queryClient }, disableRouteChangeHandler: true }}
    >
      <Frame />
    </Refine>
  );
}

/** Header and pages, once the person is loaded. */
function Frame(): ReactNode {
  const { data: person, error, refetch } = useQuery(personQuery);
  const isForced = person?.mustChangePassword === true;
  useReloadAfterPasswordChange(isForced, refetch);
  if (person) return <LoadedFrame person={person} isForced={isForced} onPasswordChanged={() => void refetch()} />;
  return error ? (
    <main>
      <Failure error={error} onRetry={() => void refetch()} />
    </main>
  ) : (
    <Loading />
  );
}

/** Reloads the person after another window changed the initial password, which gives the session another token. */
function useReloadAfterPasswordChange(isForced: boolean, refetch: () => Promise<unknown>): void {
  const token = useSyncExternalStore(onSessionChange, sessionToken);
  useEffect(() => {
    if (isForced) void refetch();
  }, [token, isForced, refetch]);
}

interface FrameProps {
  person: Person;
  /** the initial password must be changed first */
  isForced: boolean;
  onPasswordChanged: () => void;
}

/** Header and pages; only the dialog for a new password, if that must be set first. */
function LoadedFrame({ person, isForced, onPasswordChanged }: FrameProps): ReactNode {
  const { t } = useTranslation();
  const [folded, fold] = useFolded();
  const [changing, setChanging] = useState(false);
  const { onLeaving, leave } = useLeave();
  const shell = (
    <div className="shell" data-folded={folded}>
      <a className="skip-link" href="#content">
        {t('frame.skip')}
      </a>
      <ProgressBar />
      <Header
        folded={folded}
        onFold={fold}
        isForced={isForced}
        onChangePassword={() => setChanging(true)}
        onLogOut={() => void leave()}
      />
      {isForced ? (
        <>
          <nav className="shell-sider" />
          <main className="shell-content" id="content" tabIndex={-1} />
        </>
      ) : (
        <Workspace person={person} folded={folded} onLeaving={onLeaving} />
      )}
      {changing || isForced ? (
        <PasswordDialog
          isForced={isForced}
          onDone={() => {
            setChanging(false);
            onPasswordChanged();
          }}
        />
      ) : null}
    </div>
  );
  // the server sends no rights before the initial password is changed
  return isForced ? shell : <WithRights>{shell}</WithRights>;
}

/** A function that logs out after asking about unsaved changes, and one that sets how to ask. */
function useLeave() {
  const mayLeave = useRef(async (): Promise<boolean> => true);
  const onLeaving = useCallback((ask: () => Promise<boolean>) => {
    mayLeave.current = ask;
  }, []);
  const leave = async (): Promise<void> => {
    if (await mayLeave.current()) await logOut();
  };
  return { onLeaving, leave };
}

/** The dialog that changes the password, or logs out instead. */
const PasswordDialog = ({ isForced, onDone }: { isForced: boolean; onDone: () => void }): ReactNode => (
  <Suspense fallback={null}>
    <ChangePasswordDialog forced={isForced} onDone={onDone} onLogOut={() => void logOut()} />
  </Suspense>
);

/** Whether the menu shows only icons, and a function that changes and stores it. */
function useFolded(): [boolean, () => void] {
  const [folded, setFolded] = useState(
    () => (localStorage.getItem(FOLDED) ?? String(window.matchMedia(NARROW).matches)) === 'true',
  );
  const fold = (): void => {
    localStorage.setItem(FOLDED, String(!folded));
    setFolded(!folded);
  };
  return [folded, fold];
}

interface HeaderProps {
  folded: boolean;
  onFold: () => void;
  isForced: boolean;
  onChangePassword: () => void;
  onLogOut: () => void;
}

function Header({ folded, onFold, isForced, onChangePassword, onLogOut }: HeaderProps): ReactNode {
  const { t } = useTranslation();
  return (
    <header className="shell-header">
      <Button
        type="text"
        icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={t(folded ? 'menu.unfold' : 'menu.fold')}
        aria-expanded={!folded}
        onClick={onFold}
      />
      <Link to="/dashboard/welcome" className="wordmark-link" aria-label={t('frame.home')}>
        <Wordmark />
      </Link>
      <span className="spacer" />
      {isForced ? null : (
        <Suspense fallback={null}>
          <GlobalSearch />
        </Suspense>
      )}
      {isForced ? null : (
        <Suspense fallback={null}>
          <Bell />
        </Suspense>
      )}
      <LanguageSwitch />
      <AppearanceSwitch />
      <PersonMenu onChangePassword={onChangePassword} onLogOut={onLogOut} />
    </header>
  );
}

/** Provides the user's rights and the extra components of the pages. */
const WithRights = ({ children }: { children: ReactNode }): ReactNode => (
  <RightsProvider>
    <ExtrasContext value={EXTRAS}>
      <ListExtrasContext value={LIST_EXTRAS}>
        <ParentColumnsContext value={PARENT_COLUMNS}>{children}</ParentColumnsContext>
      </ListExtrasContext>
    </ExtrasContext>
  </RightsProvider>
);
