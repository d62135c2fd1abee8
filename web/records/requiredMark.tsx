import type { ReactNode } from 'react';
import './requiredMark.css';

/** The red star after the label of a required field. */
export const RequiredMark = (): ReactNode => (
  <span className="required-mark" aria-hidden>
    {' '}
    *
  </span>
);
