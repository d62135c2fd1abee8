import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { onRefused } from '../api/refused.ts';
import { Failure } from '../shell/failure.tsx';
import { part } from '../shell/part.ts';
import { Loading } from '../shell/progress.tsx';
import { NoRoleError, resourcesOf, type Role } from './resources.ts';
import { keepResources } from './store.ts';

const NoRole = part(async () => (await import('./noRole.tsx')).NoRole);

/** A refusal is believed at once, but a page that meets several asks only once. */
const PAUSE_MS = 1000;

const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: async ({ signal }): Promise<string[]> => {
    const { role } = await call<{ role: Role | null }>('GET', '/resource/authorization/validateTokenWithKeycloak', {
      signal,
    });
    const resources = resourcesOf(role);
    keepResources(resources);
    return resources;
  },
  staleTime: 60_000,
  // who comes back to the window sees what was granted meanwhile
  refetchOnWindowFocus: true,
});

/** Loads the reader's rights after log-in, and draws nothing of the product before they are known. */
export function RightsGate({ children }: { children: ReactNode }): ReactNode {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(rightsQuery);
  useReloadWhenRefused(client);
  useRedrawWhenChanged(client, data);
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

/** The server refused what a screen believed to be allowed: the rights were changed since they were loaded. */
function useReloadWhenRefused(client: QueryClient): void {
  useEffect(() => {
    let last = -Infinity;
    return onRefused(() => {
      if (performance.now() - last < PAUSE_MS) return;
      last = performance.now();
      void client.invalidateQueries({ queryKey: rightsQuery.queryKey });
    });
  }, [client]);
}

/** Other rights mean other menus and other entities. */
function useRedrawWhenChanged(client: QueryClient, resources: string[] | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (!resources) return;
    const now = resources.join();
    if (before.current !== undefined && before.current !== now) {
      void client.invalidateQueries({ queryKey: ['meta'] });
      void client.invalidateQueries({ queryKey: ['menu'] });
    }
    before.current = now;
  }, [client, resources]);
}
