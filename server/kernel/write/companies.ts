import type { Violation } from '../../../generator/language/violation.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/**
 * Returns a violation if the caller creates a row for another company, or changes the company of a row to another one.
 * Only all-seeing users may do so (domain.md, General 11). The company is not checked if access to the row depends on
 * another record (`x-access.through`).
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
  const hasRecord = (version: Row): boolean => through !== undefined && version[through] != null;
  if (hasRecord(row) || (before && code === before[company] && !hasRecord(before))) return [];
  return [{ field: company, key: 'MSG_generic_0185', params: { label: fields.get(company)!.label } }];
}
