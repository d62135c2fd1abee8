import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ResourceProps } from '@refinedev/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../api/client.ts';
import { menuResources } from './menuResources.ts';
import { type MenuItem, type MenuNode, treeOf } from './menuTree.ts';

/** Minimum time between two requests of an empty menu (1§9). */
const RETRY_MS = 1800;

const NONE: MenuItem[] = [];

const menuQuery = (language: string) =>
  queryOptions({
    queryKey: ['menu', language],
    queryFn: ({ signal }) =>
      call<MenuItem[]>('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { body: {}, signal }),
    staleTime: Infinity,
    // The menu in the previous language stays visible until the new one is loaded.
    placeholderData: keepPreviousData,
  });

/**
 * The user's menu as a tree without hidden entries; empty until `useGeneratedMenu` has loaded it.
 */
export function useMenu(language: string): MenuNode[] {
  const { data = NONE } = useQuery({ ...menuQuery(language), enabled: false });
  return treeOf(data);
}

/**
 * Loads the menu, from which the routes are built. While it is empty, each navigation requests it again, but not within
 * 1800 ms, and waits for the response (1§2, "Navigation guard").
 */
export function useGeneratedMenu(language: string): { items: MenuItem[]; pending: boolean; error: Error | null } {
  const location = useLocation();
  const {
    data: items = NONE,
    error,
    isFetching,
    dataUpdatedAt,
    errorUpdatedAt,
    refetch,
  } = useQuery(menuQuery(language));
  const [requestedAt, setRequestedAt] = useState(location);
  const empty = items.length === 0;
  const last = Math.max(dataUpdatedAt, errorUpdatedAt);

  useEffect(() => {
    if (!empty || isFetching || requestedAt === location) return;
    if (Date.now() - last < RETRY_MS) setRequestedAt(location);
    else void refetch().finally(() => setRequestedAt(location));
  }, [requestedAt, empty, isFetching, last, location, refetch]);
  return { items, error, pending: empty && (isFetching || requestedAt !== location) };
}

/** The menu as resources of Refine; empty until `useGeneratedMenu` has loaded it. */
export function useMenuResources(client: QueryClient): ResourceProps[] {
  const { i18n } = useTranslation();
  const { data = NONE } = useQuery({ ...menuQuery(i18n.language), enabled: false }, client);
  return useMemo(() => menuResources(data), [data]);
}
