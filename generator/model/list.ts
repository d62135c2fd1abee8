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
 * One condition of a preset, as the API reads it; a value may be what the reader is, or a period in days after today.
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
 * `x-list.needs`: own field → field of the entity, and constants, by which a row of it must be there before the list is
 * searched for a value.
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
