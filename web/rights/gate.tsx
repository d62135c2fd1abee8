import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../api/account.ts';
import { call } from '../api/client.ts';
import { onRefused } from '../api/refused.ts';
import { OutsideCard } from '../pages/outside/card.tsx';
import { Failure } from '../shell/failure.tsx';
import { PersonName } from '../shell/person.tsx';
import { Loading } from '../shell/progress.tsx';
import { NoRoleError, resourcesOf, type Role } from './resources.ts';
import { keepResources } from './store.ts';

/** A refusal is believed at once, but a page that meets several asks only once. */
const PAUSE_MS = 1000;

const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: async ({ signal }): Promise<string[]> => {
    const { role } = await call<{ role: Role | null }>('GET', '/resource/authorization/validateTokenWithKeycloak', { signal });
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
  if (error instanceof NoRoleError) return <NoRole onRetry={() => void refetch()} />;
  if (data) return children;
  return error ? <main><Failure error={error} onRetry={() => void refetch()} /></main> : <Loading />;
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

/** Nobody gave this person a role yet: all that is left to do is to ask again once somebody did, or to log out. */
function NoRole({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <OutsideCard title={t('rights.noRole')} about={t('rights.noRoleAbout')} footer={<PersonName before={t('rights.loggedInAs')} />}>
      <Button type="primary" block onClick={onRetry}>{t('rights.askAgain')}</Button>
      <Button block onClick={() => void logOut()}>{t('person.logOut')}</Button>
    </OutsideCard>
  );
}
