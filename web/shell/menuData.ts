import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ResourceProps } from '@refinedev/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../api/client.ts';
import { menuResources } from './menuResources.ts';
import { type MenuItem, type MenuNode, treeOf } from './menuTree.ts';

/** An empty menu is asked for again no sooner than this (1§9). */
const RETRY_MS = 1800;

const NONE: MenuItem[] = [];

const menuQuery = (language: string) =>
  queryOptions({
    queryKey: ['menu', language],
    queryFn: ({ signal }) =>
      call<MenuItem[]>('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { body: {}, signal }),
    staleTime: Infinity,
    // In the other language it is the same menu: what stands there stays till the new one is here.
    placeholderData: keepPreviousData,
  });

/**
 * The reader's menu as a tree, hidden entries left out; empty until `useGeneratedMenu`, which alone asks for it, has
 * it.
 */
export function useMenu(language: string): MenuNode[] {
  const { data = NONE } = useQuery({ ...menuQuery(language), enabled: false });
  return treeOf(data);
}

/**
 * The menu that the routes are made of. While it is empty each navigation asks for it once more, at most every 1800 ms,
 * and waits for the answer (1§2, "Navigation guard").
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
  const [asked, setAsked] = useState(location);
  const empty = items.length === 0;
  const last = Math.max(dataUpdatedAt, errorUpdatedAt);

  useEffect(() => {
    if (!empty || isFetching || asked === location) return;
    if (Date.now() - last < RETRY_MS) setAsked(location);
    else void refetch().finally(() => setAsked(location));
  }, [asked, empty, isFetching, last, location, refetch]);
  return { items, error, pending: empty && (isFetching || asked !== location) };
}

/** The menu as Refine's resources; none before `useGeneratedMenu` has it. */
export function useMenuResources(client: QueryClient): ResourceProps[] {
  const { i18n } = useTranslation();
  const { data = NONE } = useQuery({ ...menuQuery(i18n.language), enabled: false }, client);
  return useMemo(() => menuResources(data), [data]);
}
