import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import type { Appearance } from '../theme.ts';

const KEY = 'appearance';

interface AppearanceState { appearance: Appearance; dark: boolean; choose: (appearance: Appearance) => void }

const Context = createContext<AppearanceState | null>(null);

/** Keeps the reader's choice of light, dark or the system's look, and follows the system's wishes as they change. */
export function AppearanceProvider({ children }: { children: ReactNode }): ReactNode {
  const [appearance, setAppearance] = useState(storedAppearance);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const dark = appearance === 'dark' || (appearance === 'system' && systemIsDark);
  const state = useMemo<AppearanceState>(() => ({
    appearance, dark,
    choose(chosen) {
      localStorage.setItem(KEY, chosen);
      setAppearance(chosen);
    },
  }), [appearance, dark]);
  return <Context value={state}>{children}</Context>;
}

export function useAppearance(): AppearanceState {
  const state = use(Context);
  if (!state) throw new Error('useAppearance needs an AppearanceProvider above it');
  return state;
}

function storedAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
