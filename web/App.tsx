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

/** All that is behind log-in is its own chunk: who only logs in does not fetch it. */
const Shell = lazyChunk(async () => (await import('./shell/shell.tsx')).Shell);

/** A data router, because only such a one can hold a navigation back while a form has unsaved changes. */
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

export function App(): ReactNode {
  return (
    <AppearanceProvider>
      <Themed>
        <RouterProvider router={ROUTER} />
      </Themed>
    </AppearanceProvider>
  );
}

function Themed({ children }: { children: ReactNode }): ReactNode {
  const { dark } = useAppearance();
  const { t, i18n } = useTranslation();
  const chinese = i18n.language === 'zh-CN';
  dayjs.locale(chinese ? 'zh-cn' : 'en');
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  }, [dark]);
  const landmark = useCallback(() => popupContainer(t('frame.floats')), [t]);
  // a dialog stays where it locks the page's scroll, and is a landmark of its own
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
 * Lets in who has a session. Who comes without one is shown what this is, outside; whose session ends here is led to
 * log-in. When another window logs in as somebody else, everything is drawn anew for that person; so it is when the
 * schemas have changed. Both come back to where they wanted to go (1§2, "Navigation guard").
 */
function LoggedIn({ children }: { children: ReactNode }): ReactNode {
  const token = useSyncExternalStore(onSessionChange, sessionToken);
  const turn = useSyncExternalStore(onSessionChange, sessionNumber);
  const schemas = useSchemasVersion();
  const [came] = useState(Boolean(token));
  const { pathname, search } = useLocation();
  const wanted = pathname + search;
  const outside = !token && !came;
  useEffect(() => {
    if (!outside) return;
    keepRequestedAddress(wanted);
    window.location.replace('/static/homepage.html');
  }, [outside, wanted]);
  if (token) return <Fragment key={`${turn} ${schemas}`}>{children}</Fragment>;
  return outside ? null : (
    <Navigate to={wanted === '/' ? '/login' : `/login?to=${encodeURIComponent(wanted)}`} replace />
  );
}
