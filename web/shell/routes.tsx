import { lazy, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { NotFound } from './failure.tsx';

// Each screen is its own chunk; what a reader never opens is never fetched.
const WelcomePage = lazy(async () => ({ default: (await import('../pages/welcome.tsx')).WelcomePage }));

export function Screens(): ReactNode {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard" element={<Navigate to="/dashboard/welcome" replace />} />
      <Route path="/dashboard/welcome" element={<WelcomePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
