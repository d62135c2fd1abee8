import { useEffect, useState } from 'react';

/** A person types a letter each 100–200 ms; a search leaves when they pause. */
const PAUSE_MS = 180;

/** What is typed, once the typing pauses; nothing at once. */
export function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : delayed;
}
