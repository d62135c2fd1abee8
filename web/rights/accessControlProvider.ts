import type { AccessControlProvider } from '@refinedev/core';
import i18next from 'i18next';
import { isGranted } from './resources.ts';
import { storedResources } from './store.ts';

/** Query key of every decision of the access control provider, in Refine's own scheme. */
export const DECISIONS = ['access'] as const;

/**
 * Decides for `useCan` and `CanAccess` by the rights loaded at log-in. A resource is an entity's name, which is unique
 * across areas. Decisions stay in the cache until the rights change and `RightsProvider` repeats them. They never
 * expire, because React would remove a hidden page without its decision, and its unsaved input.
 */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource, action }) {
    return isGranted(resource, action, storedResources())
      ? { can: true }
      : { can: false, reason: i18next.t('rights.none') };
  },
  options: { queryOptions: { staleTime: Infinity, gcTime: Infinity } },
};
