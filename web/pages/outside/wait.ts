import type { TFunction } from 'i18next';
import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

/** Remaining seconds of a wait, and a function that starts a wait, or ends it with 0. */
export function useWait(): [remaining: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [remaining, setRemaining] = useState(0);
  const start = useCallback((seconds: number) => {
    setUntil(Date.now() + seconds * 1000);
    setRemaining(seconds);
  }, []);
  const isWaiting = remaining > 0;
  useEffect(() => {
    if (!isWaiting) return;
    // Computed from the clock, because browsers delay the timers of a hidden tab.
    const timer = setInterval(() => setRemaining(Math.max(0, Math.ceil((until - Date.now()) / 1000))), TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, until]);
  return [remaining, start];
}

/** A duration in the user's language: `8 s` or `2 min 5 s`. */
export const durationText = (seconds: number, t: TFunction): string =>
  seconds < 60
    ? t('wait.seconds', { seconds })
    : t('wait.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
