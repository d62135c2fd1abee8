import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { Sum } from '../../model/rule.ts';
import { Decimal, parseDecimal, printDecimal } from '../decimal.ts';
import { compileExpression } from '../expression/compile.ts';
import type { Scope } from '../expression/scope.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import { isAbsent, NOTHING, type EvaluationContext, type Row, type RowValidator } from '../evaluation/context.ts';

/** Judges the parts that were found for a row. */
type Total = (row: Row, context: EvaluationContext, parts: readonly unknown[]) => readonly Violation[];

/** `x-sum` over fields of the row. */
export function compileFieldSum(entity: Entity, sum: Sum, scope: Scope): RowValidator | undefined {
  if (!('fields' in sum.of)) return undefined;
  const fields = sum.of.fields.map((name) => entity.fields.find((field) => field.name === name)!);
  const total = compileTotal(sum, scope, fields[0]!.name, fields);
  return (row, context) =>
    total(
      row,
      context,
      fields.map((field) => row[field.name]),
    );
}

/** `x-sum` over child rows; without any, only judged when the entity wants at least one. */
export function compileChildSum(
  entity: Entity,
  sum: Sum,
  scope: Scope,
  model: Pick<Model, 'entities'>,
): RowValidator | undefined {
  if (!('child' in sum.of)) return undefined;
  const { child, field: name } = sum.of;
  const field = model.entities[child]?.fields.find((candidate) => candidate.name === name);
  const least = entity.children.find((candidate) => candidate.entity === child)?.min ?? 0;
  const total = compileTotal(sum, scope, `${child}[0].${name}`, field ? [field] : []);
  const totalOfNone = compileTotal(sum, scope, child, field ? [field] : []);
  return (row, context) => {
    const rows = context.children?.[child]?.filter((part) => part['delFlag'] !== 'Y');
    if (!rows) return NOTHING;
    if (rows.length === 0) return least > 0 ? totalOfNone(row, context, ['0']) : NOTHING;
    return total(
      row,
      context,
      rows.map((part) => part[name]),
    );
  };
}

/** What `sum` says of a total, blaming the field `blamed`; `fields` are those whose values are added. */
function compileTotal(sum: Sum, scope: Scope, blamed: string, fields: readonly Field[]): Total {
  const when = sum.when === undefined ? undefined : compileExpression(sum.when, scope);
  const constant = parseDecimal(sum.equals);
  const tolerance = new Decimal(sum.tolerance);
  const parts = fields.map((field) => field.label);
  const places = fields[0]?.kind === 'money' ? (fields[0].scale ?? 2) : 0;
  return (row, context, values) => {
    const expected = constant ?? numberOf(row[sum.equals]);
    const total = totalOf(values);
    if (expected === undefined || total === undefined) return NOTHING;
    const difference = total.minus(expected);
    if (difference.abs().lte(tolerance)) return NOTHING;
    if (when !== undefined && when({ ...context, self: row }) !== true) return NOTHING;
    const [printed, wanted, apart] = [total, expected, difference].map((number) => printDecimal(number, places));
    return [
      {
        field: blamed,
        key: sum.key ?? MESSAGE.sum,
        params: { label: parts[0], parts, total: printed, expected: wanted, difference: apart },
        rule: sum.id,
        ...(sum.message ? { message: sum.message } : {}),
      },
    ];
  };
}

/**
 * Some absent: they count as 0. All absent, or one that is no number and has its own message: undefined, not judged.
 */
function totalOf(values: readonly unknown[]): Decimal | undefined {
  let total: Decimal | undefined;
  for (const value of values) {
    if (isAbsent(value)) continue;
    const part = numberOf(value);
    if (part === undefined) return undefined;
    total = total?.plus(part) ?? part;
  }
  return total;
}

const numberOf = (value: unknown): Decimal | undefined =>
  Number.isSafeInteger(value) ? new Decimal(value as number) : parseDecimal(value);
