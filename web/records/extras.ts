import { type ComponentType, createContext, useContext } from 'react';
import type { ListRow } from './list/columns.tsx';
import type { Membership } from './members.ts';

/** Where something is done with records: at one row of the list, at several that are selected, on the record's page. */
export type ExtraPlace = 'row' | 'bulk' | 'record';

/** What is done with records of an entity beside what its schema says. */
export interface ExtraProps {
  rows: readonly ListRow[];
  place: ExtraPlace;
  /** called when rows were changed */
  onDone: () => void;
}

/**
 * Entity → what its subject adds to the generated screens, by place; given from outside, so that these know no entity.
 */
export const ExtrasContext = createContext<
  Readonly<Record<string, Partial<Record<ExtraPlace, ComponentType<ExtraProps>>>>>
>({});

/** What is added to the screens of an entity at a place, if anything is. */
export const useExtra = (entity: string, place: ExtraPlace): ComponentType<ExtraProps> | undefined =>
  useContext(ExtrasContext)[entity]?.[place];

/** What is shown over the list of an entity beside what its schema says. */
export interface ListExtraProps {
  /** the rows of the page that is shown */
  rows: readonly ListRow[];
}

/** Entity → what its subject adds over its list; given from outside, as `ExtrasContext` is. */
export const ListExtrasContext = createContext<Readonly<Record<string, ComponentType<ListExtraProps>>>>({});

/** What is added over the list of an entity, if anything is. */
export const useListExtra = (entity: string): ComponentType<ListExtraProps> | undefined =>
  useContext(ListExtrasContext)[entity];

/** A column of a list that tells what each row is a member of, as the role of a person. */
export interface ParentColumn extends Membership {
  area: string;
  /** key of the heading's text */
  title: string;
  /** the column behind which it stands */
  after: string;
}

/** Entity → the column of wholes in its list; given from outside, as `ExtrasContext` is. */
export const ParentColumnsContext = createContext<Readonly<Record<string, ParentColumn>>>({});

export const useParentColumn = (entity: string): ParentColumn | undefined => useContext(ParentColumnsContext)[entity];
