import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { userBinding } from '../context.ts';
import type { Computed, EntityRuntime, Entered } from '../core.ts';
import type { Row } from '../row.ts';
import { childrenAfter } from './childRows.ts';
import { withAddedValues } from '../keywords/childSets.ts';
import { lookUpOne, type LookedUp } from './lookups.ts';
import { isSameValue } from './isSameValue.ts';

/** Evaluates the formulas of the row. @param lookups rows of its lookups, if the caller has already found them */
export async function compute(save: Entered, lookups?: LookedUp): Promise<Computed> {
  const scope = await scopeOf(save, lookups);
  const row = save.runtime.evaluator.compute(await withoutResults(save, scope), scope);
  return { ...save, scope, row };
}

/** Collects what expressions read besides the row: stored row, parent, children, lookups, today and user. */
async function scopeOf(
  { kernel, runtime, entered: row, body, childValues, before, parent, context }: Entered,
  lookups: LookedUp | undefined,
): Promise<EvaluationContext> {
  const childrenInDatabase = runtime.childRules && before && Object.keys(body.children).length === 0;
  const children =
    runtime.readsChildren && !childrenInDatabase
      ? await childrenAfter(kernel, runtime, { row, input: withAddedValues(body, childValues), before }, context)
      : undefined;
  return {
    today: context.today,
    user: userBinding(context),
    mode: before ? 'update' : 'create',
    ...(before ? { old: before } : {}),
    ...(parent ? { parent } : {}),
    ...(children ? { children } : {}),
    lookups: lookups ?? (await lookUpOne(kernel, runtime, { row, parent }, context)),
    ...(runtime.hasCurrencies ? { places: await kernel.currencies.places() } : {}),
  };
}

/**
 * Sets overridable fields of the row to null if their stored values are results of their formulas, so that they are
 * computed again. Values that a user or an operation entered are kept.
 */
async function withoutResults(
  { kernel, runtime, entered: row, body, systemValues, before, context }: Entered,
  scope: EvaluationContext,
): Promise<Row> {
  if (!before) return row;
  const names = overridable(runtime).filter((name) => !(name in body.values) && systemValues[name] == null);
  if (names.length === 0) return row;
  const lookups = hasSameLookups(runtime, row, before, scope)
    ? {}
    : { lookups: await lookUpOne(kernel, runtime, { row: before, parent: scope.parent }, context) };
  return { ...row, ...nullsForResults(runtime, before, names, { ...scope, ...lookups }) };
}

/** Whether the lookups of a row find the same rows as before its change. */
const hasSameLookups = ({ evaluator }: EntityRuntime, row: Row, before: Row, scope: EvaluationContext): boolean =>
  evaluator.lookups.every(({ keyOf }) => isSameValue(keyOf(row, scope), keyOf(before, scope)));

/** The fields whose formulas users may override. */
export const overridable = ({ entity }: EntityRuntime): string[] =>
  entity.fields.filter(({ compute: formula }) => formula?.overridable).map(({ name }) => name);

/** Null for each of the overridable fields `names` whose stored value is the result of its formula. */
export function nullsForResults(
  { evaluator }: EntityRuntime,
  stored: Row,
  names: readonly string[],
  scope: EvaluationContext,
): Row {
  const entered = new Set(evaluator.enteredFields(stored, scope));
  return Object.fromEntries(names.filter((name) => !entered.has(name)).map((name) => [name, null]));
}
