import type { Violation } from '../../../generator/language/violation.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/**
 * Violation of a row that the caller creates for, or moves to, another company, which only all-seeing users may do
 * (domain.md, General 11). A row whose access depends on another record (`x-access.through`) belongs to that record, so
 * its company is not checked.
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
  const hasRecord = (one: Row): boolean => through !== undefined && one[through] != null;
  if (hasRecord(row) || (before && code === before[company] && !hasRecord(before))) return [];
  return [{ field: company, key: 'MSG_generic_0185', params: { label: fields.get(company)!.label } }];
}
