import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { FailureBoundary } from './failure.tsx';
import { Loading } from './progress.tsx';
import { lazyChunk } from './lazyChunk.ts';
import { takeRequestedAddress } from './requestedAddress.ts';

const LoginPage = lazyChunk(async () => (await import('../pages/login.tsx')).LoginPage);
const IconsPage = lazyChunk(async () => (await import('../pages/icons.tsx')).IconsPage);
const RegisterPage = lazyChunk(async () => (await import('../pages/outside/register.tsx')).RegisterPage);
const ResetPasswordPage = lazyChunk(async () => (await import('../pages/outside/resetPassword.tsx')).ResetPasswordPage);
const CompanyInfoPage = lazyChunk(async () => (await import('../pages/outside/companyInfo.tsx')).CompanyInfoPage);
const MissingPage = lazyChunk(async () => (await import('../pages/missing.tsx')).MissingPage);

const page = (Page: ComponentType): ReactNode => (
  <FailureBoundary onRetry={() => undefined}>
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  </FailureBoundary>
);

/**
 * The screens outside the frame, which open without a session (1§2: the names login, icons, error, error-404, register,
 * companyinfo, forgetPassword).
 */
export const OPEN_ROUTES: RouteObject[] = [
  { id: 'login', path: '/login', element: <WithRequestedAddress>{page(LoginPage)}</WithRequestedAddress> },
  { id: 'register', path: '/register', element: page(RegisterPage) },
  { id: 'forgetPassword', path: '/forgetPassword', element: page(ResetPasswordPage) },
  { id: 'forgotpwd', path: '/forgotpwd', element: page(ResetPasswordPage) },
  { id: 'companyinfo', path: '/companyinfo', element: page(CompanyInfoPage) },
  { id: 'icons', path: '/icons', element: page(IconsPage) },
  { id: 'error', path: '/error', element: <Navigate to="/error/404" replace /> },
  { id: 'error-404', path: '/error/404', element: page(MissingPage) },
];

/** Adds the address that was requested without a session to the log-in page's address, as `to`. */
function WithRequestedAddress({ children }: { children: ReactNode }): ReactNode {
  const { search, hash } = useLocation();
  const [requested] = useState(takeRequestedAddress);
  const query = new URLSearchParams(search);
  if (!requested || query.has('to')) return children;
  query.set('to', requested);
  return <Navigate to={{ search: `?${query}`, hash }} replace />;
}
