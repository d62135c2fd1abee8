import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { LoginPage } from '../pages/login.tsx';
import { ProgressBar } from './progress.tsx';
import { part } from './part.ts';
import { takeWanted } from './wanted.ts';

const IconsPage = part(async () => (await import('../pages/icons.tsx')).IconsPage);
const MissingPage = part(async () => (await import('../pages/missing.tsx')).MissingPage);

const page = (Page: ComponentType): ReactNode => <Suspense fallback={<ProgressBar loading />}><Page /></Suspense>;

/**
 * The screens outside the frame. The guard lets everybody in here without a session (1§2: the names login, icons, error,
 * error-404, register, companyinfo, forgetPassword).
 */
export const OPEN_ROUTES: RouteObject[] = [
  { id: 'login', path: '/login', element: <BackToWanted><LoginPage /></BackToWanted> },
  { id: 'icons', path: '/icons', element: page(IconsPage) },
  { id: 'error', path: '/error', element: <Navigate to="/error/404" replace /> },
  { id: 'error-404', path: '/error/404', element: page(MissingPage) },
];

/** Tells the log-in page where the reader wanted to go before the guard sent them outside. */
function BackToWanted({ children }: { children: ReactNode }): ReactNode {
  const { search, hash } = useLocation();
  const [wanted] = useState(takeWanted);
  const asked = new URLSearchParams(search);
  if (!wanted || asked.has('to')) return children;
  asked.set('to', wanted);
  return <Navigate to={{ search: `?${asked}`, hash }} replace />;
}
