import { usePermissions } from '@refinedev/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { onRefused } from '../api/refused.ts';
import { Failure } from '../shell/failure.tsx';
import { lazyChunk } from '../shell/lazyChunk.ts';
import { Loading } from '../shell/progress.tsx';
import { DECISIONS } from './accessControlProvider.ts';
import { NoRoleError } from './resources.ts';

const NoRole = lazyChunk(async () => (await import('./noRole.tsx')).NoRole);

/** Minimum time between two reloads of the rights after refusals. */
const PAUSE_MS = 1000;

const RIGHTS = {
  queryKey: ['rights'],
  staleTime: 60_000,
  // Loads rights that were granted while the user was in another window.
  refetchOnWindowFocus: true,
};

/** Loads the user's rights after log-in and renders the product once they are known. */
export function RightsProvider({ children }: { children: ReactNode }): ReactNode {
  const client = useQueryClient();
  const { data, error, refetch } = usePermissions<string[]>({ options: RIGHTS });
  useReloadWhenRefused(client);
  useReloadWhenRightsChange(client, data);
  if (error instanceof NoRoleError)
    return (
      <Suspense fallback={<Loading />}>
        <NoRole onRetry={() => void refetch()} />
      </Suspense>
    );
  if (data) return children;
  return error ? (
    <main>
      <Failure error={error} onRetry={() => void refetch()} />
    </main>
  ) : (
    <Loading />
  );
}

/** Reloads the rights when the server refuses a call, because they have changed since they were loaded. */
function useReloadWhenRefused(client: QueryClient): void {
  useEffect(() => {
    let last = -Infinity;
    return onRefused(() => {
      if (performance.now() - last < PAUSE_MS) return;
      last = performance.now();
      void client.invalidateQueries({ queryKey: RIGHTS.queryKey });
    });
  }, [client]);
}

/** Reloads menus and entities when the rights change. */
function useReloadWhenRightsChange(client: QueryClient, resources: string[] | undefined): void {
  const previous = useRef<string>(undefined);
  useEffect(() => {
    if (!resources) return;
    const current = resources.join();
    if (previous.current !== undefined && previous.current !== current) {
      void client.invalidateQueries({ queryKey: ['meta'] });
      void client.invalidateQueries({ queryKey: ['menu'] });
      // Also for hidden pages, which React would otherwise remove with their unsaved input.
      void client.invalidateQueries({ queryKey: DECISIONS, refetchType: 'all' });
    }
    previous.current = current;
  }, [client, resources]);
}
