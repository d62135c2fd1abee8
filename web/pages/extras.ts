import type { ComponentType } from 'react';
import type { ExtraPlace, ExtraProps, ListExtraProps, ParentColumn } from '../records/extras.ts';
import { lazyChunk } from '../shell/lazyChunk.ts';
import { ROLE_OF_PERSON } from './people/people.ts';

const PersonActions = lazyChunk(async () => (await import('./people/personActions.tsx')).PersonActions);

/** Extra components of the generated screens, by entity and place. */
export const EXTRAS: Readonly<Record<string, Partial<Record<ExtraPlace, ComponentType<ExtraProps>>>>> = {
  person: { row: PersonActions, bulk: PersonActions, record: PersonActions },
  'premium-version': { record: lazyChunk(async () => (await import('./premium/instalments/link.tsx')).InstalmentLink) },
};

/** Extra components above the generated lists, by entity. */
export const LIST_EXTRAS: Readonly<Record<string, ComponentType<ListExtraProps>>> = {
  'exchange-rate': lazyChunk(async () => (await import('./rates/trend.tsx')).RateTrend),
};

/** Parent columns of the generated lists, by entity. */
export const PARENT_COLUMNS: Readonly<Record<string, ParentColumn>> = {
  person: { ...ROLE_OF_PERSON, area: 'system', title: 'people.role', after: 'userName' },
};
