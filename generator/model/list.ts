import type { Label } from './field.ts';

/** A common heading of adjacent columns. */
export interface ColumnGroup {
  label: Label;
  columns: string[];
}

/** A field of the default order. */
export interface SortTerm {
  field: string;
  descending: boolean;
}

/**
 * One condition of a preset, in the form of the API. Instead of a fixed value it can have a property of the user, or a
 * period of days relative to today.
 */
export interface PresetCondition {
  name: string;
  type: string;
  value?: unknown | { user: 'userCde' | 'companyCde' | 'heldRoles' } | { days: { from?: number; to?: number } };
}

/** `x-list.presets`: a named filter of the list, offered beside "all". */
export interface Preset {
  id: string;
  label: Label;
  where: (PresetCondition | { or: PresetCondition[][] })[];
}

/**
 * `x-list.needs`: a search of the list is refused, with the message `key`, unless a row of `entity` exists. `by` maps
 * fields of this entity to fields of that row; `with` has constant values of its fields.
 */
export interface ListNeeds {
  entity: string;
  by: Record<string, string>;
  with: Record<string, string>;
  key: string;
}

/** `x-list`: columns, filters and order of the list. */
export interface List {
  columns: string[];
  filters: string[];
  requireFilter: string[][];
  needs?: ListNeeds;
  sort: SortTerm[];
  /** heading of the page; absent: the title of its menu entry */
  heading?: Label;
  presets?: Preset[];
  groups?: ColumnGroup[];
  /** columns that a picker shows below the title of a row */
  picker?: string[];
}
