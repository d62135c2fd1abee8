import type { ComponentType } from 'react';
import type { ExtraProps, ListExtraProps, WholeColumn } from '../entity/extras.ts';
import { part } from '../shell/part.ts';
import { ROLE_OF_PERSON } from './people/people.ts';

/** What subjects add to the generated screens, by entity. */
export const EXTRAS: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  person: part(async () => (await import('./people/personActions.tsx')).PersonActions),
};

/** What subjects add over the generated lists, by entity. */
export const LIST_EXTRAS: Readonly<Record<string, ComponentType<ListExtraProps>>> = {
  'exchange-rate': part(async () => (await import('./rates/trend.tsx')).RateTrend),
};

/** What the rows of a list are members of, by entity. */
export const WHOLE_COLUMNS: Readonly<Record<string, WholeColumn>> = {
  person: { ...ROLE_OF_PERSON, area: 'system', title: 'people.role', after: 'userName' },
};
