import type { ReactNode } from 'react';
import { NotFound } from '../shell/failure.tsx';

/** The 404 page without the frame (1§2, /error/404). */
export const MissingPage = (): ReactNode => (
  <main>
    <NotFound />
  </main>
);
