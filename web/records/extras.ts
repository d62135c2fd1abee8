import { type ComponentType, createContext, useContext } from 'react';
import type { ListRow } from './list/columns.tsx';
import type { Membership } from './members.ts';

/** Place of an extra component: a row of the list, the selected rows, or the record's page. */
export type ExtraPlace = 'row' | 'bulk' | 'record';

/** Props of an extra component, which adds operations that the schema does not describe. */
export interface ExtraProps {
  rows: readonly ListRow[];
  place: ExtraPlace;
  /** called when rows were changed */
  onDone: () => void;
}

/**
 * Extra components of the generated screens, by entity and place. Pages provide them, so that the screens name no
 * entity.
 */
export const ExtrasContext = createContext<
  Readonly<Record<string, Partial<Record<ExtraPlace, ComponentType<ExtraProps>>>>>
>({});

/** The extra component of an entity at a place, if there is one. */
export const useExtra = (entity: string, place: ExtraPlace): ComponentType<ExtraProps> | undefined =>
  useContext(ExtrasContext)[entity]?.[place];

/** Props of an extra component above a list. */
export interface ListExtraProps {
  /** the rows of the page that is shown */
  rows: readonly ListRow[];
}

/** Extra components above lists, by entity; provided like `ExtrasContext`. */
export const ListExtrasContext = createContext<Readonly<Record<string, ComponentType<ListExtraProps>>>>({});

/** The extra component above the list of an entity, if there is one. */
export const useListExtra = (entity: string): ComponentType<ListExtraProps> | undefined =>
  useContext(ListExtrasContext)[entity];

/** A column of a list with the record that each row is a member of, such as the role of a person. */
export interface ParentColumn extends Membership {
  area: string;
  /** key of the heading's text */
  title: string;
  /** name of the column before it */
  after: string;
}

/** Parent columns of lists, by entity; provided like `ExtrasContext`. */
export const ParentColumnsContext = createContext<Readonly<Record<string, ParentColumn>>>({});

/** The parent column of an entity's list, if it has one. */
export const useParentColumn = (entity: string): ParentColumn | undefined => useContext(ParentColumnsContext)[entity];
