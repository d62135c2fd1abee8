/** `x-access`: who sees which rows and fields. */
export interface Access {
  /**
   * `all`: whoever holds the permission; `own`: rows of one's own company and those that name one; `parent`: as the
   * parent
   */
  scope: 'all' | 'own' | 'parent';
  /** the field with the company whose staff sees the row */
  company?: string;
  /** fields with persons who see the row, whatever their company */
  persons?: string[];
  /** the reference whose row says who sees those that have one; its creater does anyway */
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
