import type { ReactNode } from 'react';
import { NotFound } from '../shell/failure.tsx';

/** The 404 page where there is no frame around it (1§2, /error/404). */
export const MissingPage = (): ReactNode => (
  <main>
    <NotFound />
  </main>
);
