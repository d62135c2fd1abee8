/** `x-access`: who sees which rows and fields. */
export interface Access {
  /**
   * which rows a caller with the permission sees; `all`: all rows; `own`: rows of the caller's company, and rows that
   * name the caller; `parent`: the children of rows that the caller sees
   */
  scope: 'all' | 'own' | 'parent';
  /** the field with the company whose staff see the row */
  company?: string;
  /** fields with persons who see the row, whatever their company */
  persons?: string[];
  /** reference to another row: callers who see the other row, and the creater of this row, see this row */
  through?: string;
  /** fields with persons; only these persons may change the row */
  edit?: string[];
  /** field → action; a role without the action does not see the field */
  fields?: Record<string, string>;
  /** fields that total rows of several companies; visible only to users who see the rows of all companies */
  totals?: string[];
  /** fields that pickers of references show to everybody with a role, even without the right to the entity */
  choices?: string[];
  /** the entity is accessible only from addresses of the internal network */
  intranet?: boolean;
}
