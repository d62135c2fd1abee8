import type { Label } from './field.ts';

/** `x-related`: rows of another entity that refer to a row of this entity without being its children. */
export interface Related {
  entity: string;
  /**
   * field of the related rows with the reference, or a list of references; absent: the fields of `x-entity.tasks` or
   * `messages` that can name a record of any entity
   */
  via?: string;
  /** the heading of a tab with the list of related rows */
  tab?: Label;
  /** the fields shown on the tab, in order; absent: the columns of their list except `via` */
  columns?: string[];
}
