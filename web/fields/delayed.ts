import { useEffect, useState } from 'react';

/** Pause in typing after which a search starts. A person types a letter every 100–200 ms. */
const PAUSE_MS = 180;

/** The typed text, after a pause in typing; an empty text at once. */
export function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : delayed;
}
