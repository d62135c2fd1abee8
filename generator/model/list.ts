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
 * One condition of a preset in the API; a value can be a property of the user, or a period in days relative to today.
 */
export interface PresetCondition {
  name: string;
  type: string;
  value?: unknown | { user: 'userCde' | 'companyCde' | 'heldRoles' } | { days: { from?: number; to?: number } };
}

/** `x-list.presets`: a named choice of rows beside "all". */
export interface Preset {
  id: string;
  label: Label;
  where: (PresetCondition | { or: PresetCondition[][] })[];
}

/**
 * `x-list.needs`: a row of another entity that must exist before the list is searched for a value; `by` maps own fields
 * to its fields, `with` has constants.
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
  presets?: Preset[];
  groups?: ColumnGroup[];
}
