import type { Violation } from '../../../generator/language/violation.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/**
 * The company of a row that only all-seeing people may enter: another one than the caller's own, in a new row or in one
 * that is moved there (domain.md, General 11). A row that is seen with another record (`x-access.through`) belongs to
 * that record, and its company says nothing.
 */
export function ofAnotherCompany(
  { entity, fields }: EntityRuntime,
  row: Row,
  before: Row | undefined,
  { user }: Context,
): Violation[] {
  const { scope, company, through } = entity.access ?? {};
  if (scope !== 'own' || company === undefined || user.allSeeingEye) return [];
  const code = row[company] ?? null;
  if (code === null || code === user.companyCde) return [];
  const isFiled = (one: Row): boolean => through !== undefined && one[through] != null;
  if (isFiled(row) || (before && code === before[company] && !isFiled(before))) return [];
  return [{ field: company, key: 'MSG_generic_0185', params: { label: fields.get(company)!.label } }];
}
