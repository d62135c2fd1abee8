import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** Shorter waits than this show nothing: a bar that flashes is noise. */
const QUIET_MS = 150;

/** A thin bar at the top while a page or its data is on the way. */
export function ProgressBar({ loading = false }: { loading?: boolean }): ReactNode {
  const busy = useIsFetching() > 0 || loading;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return setShown(false);
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return shown ? <div className="progress-bar" /> : null;
}
