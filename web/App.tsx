import { App as Antd, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { Fragment, type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Navigate, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onSessionChange, sessionToken, sessionNumber } from './api/session.ts';
import { AppearanceProvider, useAppearance } from './shell/appearance.tsx';
import { ConnectionStrip } from './shell/connectionStrip.tsx';
import { FailureBoundary } from './shell/failure.tsx';
import { popupContainer } from './shell/popupContainer.ts';
import { keepRequestedAddress } from './shell/requestedAddress.ts';
import { OPEN_ROUTES } from './shell/openRoutes.tsx';
import { lazyChunk } from './shell/lazyChunk.ts';
import { useSchemasVersion } from './shell/schemasVersion.ts';
import { themeOf } from './theme.ts';

/** Everything behind the log-in is a separate chunk, which the log-in page does not load. */
const Shell = lazyChunk(async () => (await import('./shell/shell.tsx')).Shell);

/** A data router, because only data routers can block a navigation while a form has unsaved changes. */
const ROUTER = createBrowserRouter([
  ...OPEN_ROUTES,
  {
    path: '*',
    element: (
      <LoggedIn>
        <FailureBoundary onRetry={() => undefined}>
          <Suspense fallback={null}>
            <Shell />
          </Suspense>
        </FailureBoundary>
      </LoggedIn>
    ),
  },
]);

/** The product: appearance, theme and routes. */
export function App(): ReactNode {
  return (
    <AppearanceProvider>
      <Themed>
        <RouterProvider router={ROUTER} />
      </Themed>
    </AppearanceProvider>
  );
}

/** Provides antd's theme and language, and the container of floating elements. */
function Themed({ children }: { children: ReactNode }): ReactNode {
  const { dark } = useAppearance();
  const { t, i18n } = useTranslation();
  const chinese = i18n.language === 'zh-CN';
  dayjs.locale(chinese ? 'zh-cn' : 'en');
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  }, [dark]);
  const landmark = useCallback(() => popupContainer(t('frame.floats')), [t]);
  // A dialog stays in the body, whose scroll it locks; it needs no landmark around it.
  const floating = useCallback((trigger?: HTMLElement) => (trigger ? landmark() : document.body), [landmark]);
  return (
    <ConfigProvider
      theme={themeOf(dark)}
      locale={chinese ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      virtual={false}
      getPopupContainer={floating}
    >
      <Antd className="frame" message={{ getContainer: landmark }}>
        {children}
        <ConnectionStrip />
      </Antd>
    </ConfigProvider>
  );
}

/**
 * Renders its children only with a session (1§2, "Navigation guard"). A visitor without a session is sent to the home
 * page of the product, a user whose session ends to log-in. After log-in both return to the requested address. The
 * children mount again when another window logs in as another person, and when the schemas change.
 */
function LoggedIn({ children }: { children: ReactNode }): ReactNode {
  const token = useSyncExternalStore(onSessionChange, sessionToken);
  const session = useSyncExternalStore(onSessionChange, sessionNumber);
  const schemas = useSchemasVersion();
  const [hadSession] = useState(Boolean(token));
  const { pathname, search } = useLocation();
  const requested = pathname + search;
  const isVisitor = !token && !hadSession;
  useEffect(() => {
    if (!isVisitor) return;
    keepRequestedAddress(requested);
    window.location.replace('/static/homepage.html');
  }, [isVisitor, requested]);
  if (token) return <Fragment key={`${session} ${schemas}`}>{children}</Fragment>;
  return isVisitor ? null : (
    <Navigate to={requested === '/' ? '/login' : `/login?to=${encodeURIComponent(requested)}`} replace />
  );
}
