import type { Label } from './field.ts';

/** A heading over columns that stand side by side. */
export interface ColumnGroup {
  label: Label;
  columns: string[];
}

export interface SortTerm {
  field: string;
  descending: boolean;
}

/**
 * One condition of a preset in the API; a value can be a property of the reader, or a period in days relative to today.
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

export interface List {
  columns: string[];
  filters: string[];
  requireFilter: string[][];
  needs?: ListNeeds;
  sort: SortTerm[];
  presets?: Preset[];
  groups?: ColumnGroup[];
}
