import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, type Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Computed, EntityRuntime, Kernel } from '../core.ts';
import type { Body, Row } from '../row.ts';
import { visibleViolations } from '../rights.ts';
import { ofAnotherCompany } from './companies.ts';
import { violationsWithStoredChildren } from './childRules.ts';
import { withFailingRows } from './refusal/failingRows.ts';
import { compute } from './compute.ts';
import { load } from './load.ts';
import { outOfReach, unseenReferences } from './reach.ts';
import { withMissingReferences } from './references.ts';
import { isSameValue } from './isSameValue.ts';
import { enter } from './set.ts';

/**
 * Validates the computed row. A refusal also reports references to missing rows.
 *
 * @throws Refusal (400) with all violations
 */
export async function validate(save: Computed): Promise<void> {
  try {
    await checkRules(save);
  } catch (error) {
    throw await withMissingReferences(save.kernel, save.runtime, { before: save.before, error }, save.context);
  }
}

/** Validates the computed row, without looking for missing references. @throws Refusal (400) with all violations */
export async function checkRules(save: Computed): Promise<void> {
  const { kernel, runtime, row, before, body, context } = save;
  const unknown = runtime.listFields.length === 0 ? [] : await unknownOptions(kernel, runtime, row, before);
  const unseen = [
    ...(await outOfReach(kernel, runtime, { row, before }, context)),
    ...(await unseenReferences(kernel, runtime, { row, before }, context)),
  ];
  // a rule must not report anything about a record that the user may not see
  const violated = (await violationsOfRow(save, row)).filter(
    ({ field }) => !unseen.some((violation) => violation.field === field),
  );
  const foreign = ofAnotherCompany(runtime, row, before, context).filter(
    ({ field }) => !violated.some((violation) => violation.field === field),
  );
  const violations = firstOfEachField([...body.violations, ...unseen, ...violated, ...foreign, ...unknown]);
  if (violations.length === 0) return;
  const warnings = violations.filter(({ level }) => level === 'warning');
  const errors = violations.filter(({ level }) => level !== 'warning');
  const refused = [...errors, ...(body.acceptWarnings ? [] : await newWarnings(warnings, save))];
  if (refused.length === 0) return;
  const refusal = refuseFields(visibleViolations(await withFailingRows(save, refused), runtime, context.user));
  refusal.row = row;
  throw refusal;
}

/**
 * All violations of rules by a row: the entered one, or the stored one. Without loaded children, the database reads
 * them, but only for a valid row: it cannot read invalid values.
 */
async function violationsOfRow({ runtime, body, scope, context }: Computed, row: Row): Promise<Violation[]> {
  const ofRow = runtime.evaluator.validate(row, scope);
  const isValid = [...body.violations, ...ofRow].every(({ level }) => level === 'warning');
  return scope.children || !scope.old || !isValid
    ? ofRow
    : [...ofRow, ...(await violationsWithStoredChildren(runtime, { row, scope }, context))];
}

/**
 * The warnings to refuse. A warning about an unchanged value is omitted if the stored row has it too, because an
 * earlier save accepted it.
 */
async function newWarnings(warnings: readonly Violation[], save: Computed): Promise<readonly Violation[]> {
  const { before, row } = save;
  if (before === undefined || warnings.length === 0) return warnings;
  const accepted = await violationsOfRow(save, before);
  return warnings.filter(
    ({ field, key, rule }) =>
      !isSameValue(before[field], row[field]) ||
      !accepted.some((warning) => warning.field === field && warning.key === key && warning.rule === rule),
  );
}

/** Violations for codes that are not active in their option list. An unchanged code is allowed. */
async function unknownOptions(
  kernel: Kernel,
  { listFields }: EntityRuntime,
  row: Row,
  before: Row | undefined,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const field of listFields) {
    const value = row[field.name];
    if (value == null || isSameValue(before?.[field.name], value)) continue;
    const codes = new Set((await kernel.optionLists.choices(field.optionList!)).map(({ code }) => code));
    if ([value].flat().some((code) => !codes.has(String(code))))
      violations.push({ field: field.name, key: MESSAGE.option, params: { label: field.label, value } });
  }
  return violations;
}

/** Validates a row that is not saved. @throws Refusal (400) with all violations */
export async function validateOnly(
  kernel: Kernel,
  runtime: EntityRuntime,
  body: Body,
  context: Context,
): Promise<void> {
  const loaded = await load(kernel, { runtime, operation: 'create', body }, context);
  await checkRules(await compute(enter(loaded)));
}
