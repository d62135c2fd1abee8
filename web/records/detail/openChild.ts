import type { Child } from '../../../generator/model/child.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Key of the query of a record's address with the child that is open in the drawer. */
const KEY = 'child';

/** A child row that is open in the drawer of its parent's page. */
export interface OpenChild {
  child: Child;
  id: string;
  isEdited: boolean;
}

/**
 * The child row that an address opens in the drawer, such as `?child=paid-charge/12` and `?child=paid-charge/12/edit`.
 * Undefined for a row that is not a child of the record, or no longer.
 */
export function openChildOf(children: readonly Child[], row: Row, search: string): OpenChild | undefined {
  const [entity, id, edit, ...rest] = (new URLSearchParams(search).get(KEY) ?? '').split('/');
  const child = children.find((one) => one.opens === 'drawer' && one.entity === entity);
  const isChild = child && ((row[child.entity] ?? []) as Row[]).some((one) => textOf(one['id']) === id);
  if (!isChild || rest.length > 0 || (edit !== undefined && edit !== 'edit')) return undefined;
  return { child, id: id!, isEdited: edit !== undefined };
}

/** The query of an address with another open child row, or with none. */
export function searchWith(
  search: string,
  open: { entity: string; id: unknown; isEdited?: boolean } | undefined,
): string {
  const params = new URLSearchParams(search);
  if (open) params.set(KEY, `${open.entity}/${textOf(open.id)}${open.isEdited ? '/edit' : ''}`);
  else params.delete(KEY);
  // a slash needs no escape in a query
  const text = params.toString().replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}
