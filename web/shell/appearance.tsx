import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { type Appearance, onAppearanceChange, storedAppearance } from '../api/appearance.ts';

interface AppearanceState {
  appearance: Appearance;
  dark: boolean;
}

const Context = createContext<AppearanceState | null>(null);

/** Provides the chosen appearance. With `system` it changes together with the setting of the operating system. */
export function AppearanceProvider({ children }: { children: ReactNode }): ReactNode {
  const appearance = useSyncExternalStore(onAppearanceChange, storedAppearance);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const dark = appearance === 'dark' || (appearance === 'system' && systemIsDark);
  const state = useMemo<AppearanceState>(() => ({ appearance, dark }), [appearance, dark]);
  return <Context value={state}>{children}</Context>;
}

/** The chosen appearance, and whether it is dark now. @throws Error outside an `AppearanceProvider` */
export function useAppearance(): AppearanceState {
  const state = use(Context);
  if (!state) throw new Error('useAppearance needs an AppearanceProvider above it');
  return state;
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
