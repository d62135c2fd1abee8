import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { ofCompaniesFilter } from '../read/access.ts';
import { visibleViolations } from '../rights.ts';
import { Values } from '../statement.ts';
import { hasCode } from './codeCondition.ts';
import { isSameValue } from './isSameValue.ts';
import { parsedRows } from '../printedRows.ts';

/** Limit of the compared rows with one code. Several rows of a vessel with different dates have the same code. */
const MAX_TARGETS = 100;

/**
 * Violations of a reference. Every code must belong to a live row that meets the condition of the reference (`where`)
 * and matches the values in `beside` (`match`). Rows of other companies, which the caller may not see, count as
 * missing.
 */
export async function missingReference(
  kernel: Kernel,
  field: Field,
  { value, beside }: { value: unknown; beside: Row },
  context: Context,
): Promise<Violation[]> {
  if (!field.ref || field.ref.open) return [];
  const target = entityNamed(kernel, field.ref.entity);
  const { entity, statements, evaluator } = target;
  const { by, where, match = {} } = field.ref;
  const matches = (row: Row): boolean =>
    Object.entries(match).every(([own, other]) => beside[own] == null || beside[own] === row[other]);
  for (const code of [value].flat()) {
    const values = new Values();
    const text =
      `select to_json(x)::text as json from (select ${statements.selectList} from ${quote(entity.table)} t where ${hasCode(by, [String(code)], values)} and t."delFlag" = 'N'` +
      `${ofCompaniesFilter({ kernel, context, values }, target)} limit ${MAX_TARGETS}) x`;
    const targets = parsedRows(await context.db.query({ text, values: values.list })).filter(matches);
    const isAllowed = targets.some((row) => where === undefined || evaluator.test(where, row) !== false);
    if (!isAllowed)
      return [
        {
          field: field.name,
          key: field.ref.key ?? (targets.length === 0 ? MESSAGE.referenceMissing : MESSAGE.referenceNotAllowed),
          params: { label: field.label, ...(field.ref.key ? { value: code } : {}) },
        },
      ];
  }
  return [];
}

/**
 * Adds the violations of references to a refusal, so that the user sees all problems at once. The database checks
 * references, but a row that violates a rule does not reach it.
 */
export async function withMissingReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  { before, error }: { before: Row | undefined; error: unknown },
  context: Context,
): Promise<unknown> {
  if (!(error instanceof Refusal) || !error.row || error.violations.length === 0) return error;
  const { row } = error;
  const refused = new Set(error.violations.map(({ field }) => field));
  const changed = runtime.entity.fields.filter(
    ({ name, ref }) => ref && row[name] != null && !refused.has(name) && !isSameValue(before?.[name], row[name]),
  );
  // refused values are not compared with those of the target
  const valid = Object.fromEntries(Object.entries(row).filter(([name]) => !refused.has(name)));
  const missing: Violation[] = [];
  for (const field of changed)
    missing.push(...(await missingReference(kernel, field, { value: row[field.name], beside: valid }, context)));
  if (missing.length === 0) return error;
  const complete = refuseFields([...error.violations, ...visibleViolations(missing, runtime, context.user)]);
  complete.row = row;
  return complete;
}
