import type { TFunction } from 'i18next';
import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

/** Seconds that are left of a wait, and the function that begins one or, with 0, ends it. */
export function useWait(): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  const begin = useCallback((seconds: number) => {
    setUntil(Date.now() + seconds * 1000);
    setLeft(seconds);
  }, []);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    // by the clock: a hidden tab runs its timers late
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, until]);
  return [left, begin];
}

/** `8 s` or `2 min 5 s`, in the reader's language. */
export const waitText = (seconds: number, t: TFunction): string =>
  seconds < 60
    ? t('wait.seconds', { seconds })
    : t('wait.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
