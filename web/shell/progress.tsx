import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** Shorter waits than this show nothing: a bar that flashes is noise. */
const QUIET_MS = 150;

/** A thin bar at the top while data is on the way; for pages within a session. */
export const ProgressBar = (): ReactNode => (useIsFetching() > 0 ? <Loading /> : null);

/** The same bar while a page itself is on the way. */
export function Loading(): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <div className="progress-bar" /> : null;
}
