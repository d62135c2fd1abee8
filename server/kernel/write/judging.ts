import type { EntityJudge, JudgeContext } from '../../../generator/language/judge.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, type Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { toldTo } from '../rights.ts';
import type { Body, Row } from './body.ts';
import { childrenAfter } from './childRows.ts';
import { ofAnotherCompany } from './companies.ts';
import { lookUpOne, type LookedUp } from './lookups.ts';
import { outOfReach, unseenReferences } from './reach.ts';

/**
 * The row with its computed fields, after every rule had its say.
 *
 * @param found what its lookups find, where that is known already
 * @throws Refusal (400) with all broken rules at once
 */
export async function judged(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  asked: Body,
  context: Context,
  before: Row | undefined,
  parent: Row | undefined,
  found?: LookedUp,
): Promise<Row> {
  const { judge } = runtime;
  const children = runtime.readsChildren
    ? await childrenAfter(kernel, runtime, row, asked, context, before)
    : undefined;
  const scope: JudgeContext = {
    today: context.today,
    user: userBinding(context),
    mode: before ? 'update' : 'create',
    ...(before ? { old: before } : {}),
    ...(parent ? { parent } : {}),
    ...(children ? { children } : {}),
    lookups: found ?? (await lookUpOne(kernel, runtime, row, parent, context)),
    ...(runtime.hasCurrencies ? { places: await kernel.currencies.places() } : {}),
  };
  const computed = judge.compute(
    before ? await asEntered(kernel, runtime, row, asked, before, scope, context) : row,
    scope,
  );
  const unknown = runtime.listFields.length === 0 ? [] : await unknownOptions(kernel, runtime, computed, before);
  const unseen = [
    ...(await outOfReach(kernel, runtime, computed, before, context)),
    ...(await unseenReferences(kernel, runtime, computed, before, context)),
  ];
  // of a record that the caller does not see no rule tells anything
  const broken = judge.judge(computed, scope).filter(({ field }) => !unseen.some((one) => one.field === field));
  const foreign = ofAnotherCompany(runtime, computed, before, context).filter(
    ({ field }) => !broken.some((one) => one.field === field),
  );
  const violations = firstOfEachField([...asked.violations, ...unseen, ...broken, ...foreign, ...unknown]);
  if (violations.length === 0) return computed;
  const warnings = asked.acceptWarnings
    ? []
    : unaccepted(
        violations.filter(({ level }) => level === 'warning'),
        computed,
        before,
        judge,
        scope,
      );
  const kept = [...violations.filter(({ level }) => level !== 'warning'), ...warnings];
  if (kept.length > 0) {
    const refusal = refuseFields(toldTo(kept, runtime, context.user));
    refusal.row = computed;
    throw refusal;
  }
  return computed;
}

/**
 * The row without the values that its own formulae gave before: a formula that people may overrule is worked out again,
 * unless its stored value is somebody's own.
 */
async function asEntered(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  asked: Body,
  before: Row,
  scope: JudgeContext,
  context: Context,
): Promise<Row> {
  const left = overridable(runtime).filter((name) => !(name in asked.values));
  if (left.length === 0) return row;
  const found = findsTheSame(runtime, row, before, scope)
    ? {}
    : { lookups: await lookUpOne(kernel, runtime, before, scope.parent, context) };
  return { ...row, ...withoutOwnResults(runtime, before, left, { ...scope, ...found }) };
}

/** Whether the lookups of a row find what they found before it was changed. */
const findsTheSame = ({ judge }: EntityRuntime, row: Row, before: Row, scope: JudgeContext): boolean =>
  judge.lookups.every(({ keyOf }) => sameValue(keyOf(row, scope), keyOf(before, scope)));

/** The fields whose formulae people may overrule. */
export const overridable = ({ entity }: EntityRuntime): string[] =>
  entity.fields.filter(({ compute }) => compute?.overridable).map(({ name }) => name);

/**
 * Of some overridable fields of a stored row, those that hold what their formula gives, each as absent: to be worked
 * out again.
 */
export function withoutOwnResults(
  { judge }: EntityRuntime,
  stored: Row,
  names: readonly string[],
  scope: JudgeContext,
): Row {
  const given = judge.compute({ ...stored, ...Object.fromEntries(names.map((name) => [name, null])) }, scope);
  return Object.fromEntries(names.filter((name) => sameValue(given[name], stored[name])).map((name) => [name, null]));
}

/**
 * Warnings are given for what this save brings about, not again for a value that was accepted with the same warning
 * before.
 */
function unaccepted(
  warnings: readonly Violation[],
  after: Row,
  before: Row | undefined,
  judge: EntityJudge,
  scope: JudgeContext,
): readonly Violation[] {
  if (before === undefined || warnings.length === 0) return warnings;
  const accepted = judge.judge(before, scope);
  return warnings.filter(
    ({ field, key, rule }) =>
      !sameValue(before[field], after[field]) ||
      !accepted.some((one) => one.field === field && one.key === key && one.rule === rule),
  );
}

/** Codes that are not, or no longer, among the active ones of their list; a row keeps what it had. */
async function unknownOptions(
  kernel: Kernel,
  { listFields }: EntityRuntime,
  row: Row,
  before: Row | undefined,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const field of listFields) {
    const value = row[field.name];
    if (value == null || sameValue(before?.[field.name], value)) continue;
    const codes = new Set((await kernel.optionLists.choices(field.optionList!)).map(({ code }) => code));
    if ([value].flat().some((code) => !codes.has(String(code))))
      violations.push({ field: field.name, key: MESSAGE.option, params: { label: field.label, value } });
  }
  return violations;
}

/** Whether two JSON values are one; absent and null are. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));
