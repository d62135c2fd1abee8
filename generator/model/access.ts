/** `x-access`: who sees which rows and fields. */
export interface Access {
  /**
   * `all`: everybody with the permission; `own`: rows of the caller's company and those that name the caller; `parent`:
   * like the parent
   */
  scope: 'all' | 'own' | 'parent';
  /** the field with the company whose staff sees the row */
  company?: string;
  /** fields with persons who see the row, whatever their company */
  persons?: string[];
  /** the reference whose target decides who sees rows that have one; their creater sees them anyway */
  through?: string;
  /** fields with the only persons who may change the row */
  edit?: string[];
  /** field → the action without which a role does not get it */
  fields?: Record<string, string>;
  /** fields by which everybody with a role may choose a row for a reference, without the right to the entity */
  choices?: string[];
  /** answers only to addresses of the internal network */
  intranet?: boolean;
}
