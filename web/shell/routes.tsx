import { lazyChunk } from './lazyChunk.ts';
import type { EntityScreen, OwnPage } from './routing/page.ts';

// Each screen is a separate chunk, loaded when it is first opened.

/** The screens without a schema, by address. They have precedence over a list or record at the same address. */
export const OWN_PAGES: readonly OwnPage[] = [
  { path: '/dashboard/welcome', Page: lazyChunk(async () => (await import('../pages/welcome.tsx')).WelcomePage) },
  { path: '/task/inbox', Page: lazyChunk(async () => (await import('../pages/inbox.tsx')).InboxPage) },
  {
    path: '/claims/dashboard',
    Page: lazyChunk(async () => (await import('../pages/claims/dashboard.tsx')).ClaimsDashboard),
  },
  {
    path: '/litigation/dashboard',
    Page: lazyChunk(async () => (await import('../pages/litigation/dashboard.tsx')).LitigationDashboard),
  },
  {
    path: '/premium/dashboard',
    Page: lazyChunk(async () => (await import('../pages/premium/dashboard.tsx')).PremiumDashboard),
  },
  {
    path: '/premium/instalments',
    Page: lazyChunk(async () => (await import('../pages/premium/instalments/page.tsx')).InstalmentPlan),
  },
  {
    path: '/system/resource-item',
    Page: lazyChunk(async () => (await import('../pages/library/page.tsx')).LibraryPage),
  },
  {
    path: '/system/dictionary',
    Page: lazyChunk(async () => (await import('../pages/dictionary/page.tsx')).DictionaryPage),
  },
  {
    path: '/system/dictionary/table',
    Page: lazyChunk(async () => (await import('../pages/tables.tsx')).DictionaryTable),
  },
  { path: '/help/data', Page: lazyChunk(async () => (await import('../pages/help/dictionary.tsx')).DataDictionary) },
  {
    path: '/help/requirements',
    Page: lazyChunk(async () => (await import('../pages/help/requirements.tsx')).RequirementsPage),
  },
  { path: '/bank/balance', Page: lazyChunk(async () => (await import('../pages/balance/page.tsx')).BalancePage) },
  { path: '/bank/matching', Page: lazyChunk(async () => (await import('../pages/matching/page.tsx')).MatchingPage) },
  {
    path: '/system/reconciliation',
    Page: lazyChunk(async () => (await import('../pages/reconciliation/page.tsx')).ReconciliationPage),
  },
  {
    path: '/system/resource-item/table',
    Page: lazyChunk(async () => (await import('../pages/tables.tsx')).LibraryTable),
  },
];

/** The screens of every entity, with their path below the address of the list, and the right that each requires. */
export const ENTITY_SCREENS: readonly EntityScreen[] = [
  {
    kind: 'list',
    action: 'query',
    path: '/',
    Page: lazyChunk(async () => (await import('../records/list/page.tsx')).ListPage),
  },
  {
    kind: 'import',
    action: 'import',
    path: '/import',
    Page: lazyChunk(async () => (await import('../records/import/page.tsx')).ImportPage),
  },
  {
    kind: 'new',
    action: 'add',
    path: '/new',
    Page: lazyChunk(async () => (await import('../records/form/pages.tsx')).CreatePage),
  },
  {
    kind: 'record',
    action: 'query',
    path: '/:id',
    Page: lazyChunk(async () => (await import('../records/detail/page.tsx')).DetailPage),
  },
  {
    kind: 'compare',
    action: 'query',
    path: '/:id/compare',
    Page: lazyChunk(async () => (await import('../records/version/comparePage.tsx')).ComparePage),
  },
  {
    kind: 'edit',
    action: 'edit',
    path: '/:id/edit',
    Page: lazyChunk(async () => (await import('../records/form/pages.tsx')).EditPage),
  },
];
