import type { ComponentType } from 'react';
import type { ExtraProps } from '../entity/extras.ts';
import { part } from '../shell/part.ts';

/** What subjects add to the generated screens, by entity. */
export const EXTRAS: Readonly<Record<string, ComponentType<ExtraProps>>> = {
  person: part(async () => (await import('./people/personActions.tsx')).PersonActions),
};
