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
  /** reference to a row: who sees that row sees this one, and so does its creater */
  through?: string;
  /** fields with the only persons who may change the row */
  edit?: string[];
  /** field → the action that a role needs to see it */
  fields?: Record<string, string>;
  /** fields by which everybody with a role may choose a row for a reference, without the right to the entity */
  choices?: string[];
  /** accessible only from addresses of the internal network */
  intranet?: boolean;
}
