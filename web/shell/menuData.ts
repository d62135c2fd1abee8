import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { type MenuItem, type MenuNode, treeOf } from './menuTree.ts';

const menuQuery = (language: string) => queryOptions({
  queryKey: ['menu', language],
  queryFn: ({ signal }) => call<MenuItem[]>('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { body: {}, signal }),
  staleTime: Infinity,
});

/** The reader's menu, hidden entries too. Suspends while it is fetched. */
export const useMenuItems = (language: string): MenuItem[] => useSuspenseQuery(menuQuery(language)).data;

/** The reader's menu as a tree, hidden entries left out. Suspends while it is fetched. */
export const useMenu = (language: string): MenuNode[] => treeOf(useMenuItems(language));
