import type { ComponentType } from 'react';
import type { ExtraPlace, ExtraProps, ListExtraProps, WholeColumn } from '../records/extras.ts';
import { part } from '../shell/part.ts';
import { ROLE_OF_PERSON } from './people/people.ts';

const PersonActions = part(async () => (await import('./people/personActions.tsx')).PersonActions);

/** What subjects add to the generated screens, by entity and place. */
export const EXTRAS: Readonly<Record<string, Partial<Record<ExtraPlace, ComponentType<ExtraProps>>>>> = {
  person: { row: PersonActions, bulk: PersonActions, record: PersonActions },
  'premium-version': { record: part(async () => (await import('./premium/instalments/link.tsx')).InstalmentLink) },
};

/** What subjects add over the generated lists, by entity. */
export const LIST_EXTRAS: Readonly<Record<string, ComponentType<ListExtraProps>>> = {
  'exchange-rate': part(async () => (await import('./rates/trend.tsx')).RateTrend),
};

/** What the rows of a list are members of, by entity. */
export const WHOLE_COLUMNS: Readonly<Record<string, WholeColumn>> = {
  person: { ...ROLE_OF_PERSON, area: 'system', title: 'people.role', after: 'userName' },
};
