import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** Delay before the bar is shown, so that it does not flash. */
const DELAY_MS = 150;

/** A thin bar at the top while data is loaded; for pages within a session. */
export const ProgressBar = (): ReactNode => (useIsFetching() > 0 ? <Loading /> : null);

/** The same bar, while a page itself is loaded. */
export function Loading(): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <div className="progress-bar" /> : null;
}
