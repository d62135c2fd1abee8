import { columnType } from '../../../generator/emit/ddl/columnType.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { isOfCompanies, ofCompaniesFilter, reachedThrough } from '../read/access.ts';
import { hasCode } from './codeCondition.ts';
import { statement, Values } from '../statement.ts';

/**
 * Violations for references to rows that the caller may not see. Their message is that of a missing row, so that a
 * caller cannot find out which numbers another company uses. Unchanged references remain valid.
 */
export async function unseenReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, before }: { row: Row; before: Row | undefined },
  context: Context,
): Promise<Violation[]> {
  const { entity } = runtime;
  if (context.user.allSeeingEye) return [];
  // `outOfReach` and the lock of the parent check these fields
  const checkedElsewhere = new Set([entity.access?.through, ...entity.parents.map(({ via }) => via)]);
  const found: Violation[] = [];
  for (const field of entity.fields) {
    const { name, ref } = field;
    if (
      !ref ||
      ref.open ||
      checkedElsewhere.has(name) ||
      row[name] == null ||
      KINDS[field.kind].checkComparable(row[name], field)
    )
      continue;
    const target = entityNamed(kernel, ref.entity);
    if (!isOfCompanies(kernel, target)) continue;
    const previous = new Set([before?.[name] ?? []].flat().map(String));
    const added = [row[name]]
      .flat()
      .map(String)
      .filter((code) => !previous.has(code));
    if (added.length === 0) continue;
    const seen = await visibleCodes(kernel, target, { by: ref.by, codes: added }, context);
    const code = added.find((candidate) => !seen.has(candidate));
    if (code !== undefined)
      found.push({
        field: name,
        key: ref.key ?? MESSAGE.referenceMissing,
        params: { label: field.label, ...(ref.key ? { value: code } : {}) },
      });
  }
  return found;
}

/** Selects the codes that belong to live rows that the caller may see. */
async function visibleCodes(
  kernel: Kernel,
  target: EntityRuntime,
  { by, codes }: { by: string; codes: readonly string[] },
  context: Context,
): Promise<ReadonlySet<string>> {
  const values = new Values();
  const text = `select distinct t.${quote(by)}::text as code from ${quote(target.entity.table)} t
      where ${hasCode(by, codes, values)} and t."delFlag" = 'N'${ofCompaniesFilter({ kernel, context, values }, target)}`;
  const { rows } = await context.db.query({ text, values: values.list });
  return new Set((rows as { code: string }[]).map(({ code }) => code));
}

/**
 * Violation if access to the row depends on another record (`x-access.through`) that the caller may not see. Its
 * message is that of a missing record.
 */
export async function outOfReach(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, before }: { row: Row; before: Row | undefined },
  context: Context,
): Promise<Violation[]> {
  const via = runtime.entity.access?.through;
  const value = via === undefined ? undefined : row[via];
  if (via === undefined || value == null || value === before?.[via]) return [];
  const field = runtime.fields.get(via)!;
  // an invalid key is a violation of the field kind
  if (KINDS[field.kind].checkComparable(value, field)) return [];
  const values = new Values();
  const referring = `(select cast(${values.bind(value)} as ${columnType(field)}) as ${quote(via)}) t`;
  const reached = reachedThrough({ kernel, context, values }, runtime, via);
  // if every row is visible, the foreign key checks the reference
  if (reached === '') return [];
  const { rows } =
    reached === undefined
      ? { rows: [] }
      : await context.db.query(statement(`select from ${referring} where ${reached}`, values.list, true));
  return rows.length > 0 ? [] : [{ field: via, key: MESSAGE.referenceMissing, params: { label: field.label } }];
}
