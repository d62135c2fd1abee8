import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { KeywordRule, Sum } from '../../model/rule.ts';
import { printChildField } from '../childField.ts';
import { Decimal, parseDecimal, printDecimal } from '../decimal.ts';
import { isAbsent, NOTHING, type EvaluationContext, type Row, type RowValidator } from '../evaluation/context.ts';
import { compileExpression } from '../expression/compile.ts';
import { fieldNamesIn } from '../expression/fieldNames.ts';
import type { Scope } from '../expression/scope.ts';
import { keywordRule } from '../keywordRule.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import type { ValidationKeyword, ValidationRule } from './keyword.ts';

/**
 * `x-sum`: a sum equals a total. Reported at the first addend, or, if a required child has no rows, at the child
 * entity.
 */
export const sum: ValidationKeyword = {
  word: 'x-sum',
  rules: (entity) => entity.sums.map((one) => ruleOf(entity, one)),
};

function ruleOf(entity: Entity, sum: Sum): ValidationRule {
  const { of, equals, when } = sum;
  const addends = 'fields' in of ? of.fields : [];
  const expected = entity.fields.some(({ name }) => name === equals) ? [equals] : [];
  const rule = keywordRule('x-sum', sum, MESSAGE.sum, {
    at: 'fields' in of ? of.fields.slice(0, 1) : [of.child],
    fields: [...new Set([...addends, ...expected, ...fieldNamesIn(when ?? '')])],
    ...(when !== undefined && { when }),
  });
  return {
    ...rule,
    expressions: when === undefined ? [] : [when],
    ...('fields' in of
      ? { compileRow: (scope) => compileFieldSum({ entity, sum, rule, scope }, of.fields) }
      : { compileChildren: (scope, model) => compileChildSum({ entity, sum, rule, scope }, of, model) }),
  };
}

/** A sum with the data for its compilation. */
interface SumRule {
  entity: Entity;
  sum: Sum;
  rule: KeywordRule;
  scope: Scope;
}

/** Validates the total of some values of a row. */
type ValidateTotal = (row: Row, context: EvaluationContext, values: readonly unknown[]) => readonly Violation[];

/** Compiles a sum over fields of the row. */
function compileFieldSum(sumRule: SumRule, names: readonly string[]): RowValidator {
  const fields = names.map((name) => sumRule.entity.fields.find((field) => field.name === name)!);
  const validateTotal = compileTotal(sumRule, names[0]!, fields);
  return (row, context) =>
    validateTotal(
      row,
      context,
      fields.map((field) => row[field.name]),
    );
}

/**
 * Compiles a sum over the rows of a child. It is checked only if the rows are known. Without any row it is checked only
 * if the entity requires one.
 */
function compileChildSum(
  sumRule: SumRule,
  { child, field: name }: { child: string; field: string },
  model: Pick<Model, 'entities'>,
): RowValidator {
  const fields = model.entities[child]?.fields.filter((field) => field.name === name) ?? [];
  const min = sumRule.entity.children.find((candidate) => candidate.entity === child)?.min ?? 0;
  const validateTotal = compileTotal(sumRule, printChildField({ child, index: 0, field: name }), fields);
  const validateNone = compileTotal(sumRule, child, fields);
  return (row, context) => {
    const rows = context.children?.[child]?.filter((one) => one['delFlag'] !== 'Y');
    if (!rows) return NOTHING;
    if (rows.length === 0) return min > 0 ? validateNone(row, context, ['0']) : NOTHING;
    return validateTotal(
      row,
      context,
      rows.map((one) => one[name]),
    );
  };
}

/**
 * Compiles the comparison of a total with the expected value.
 *
 * @param at the field or child at which a violation is reported
 * @param fields the fields whose values are added
 */
function compileTotal({ sum, rule, scope }: SumRule, at: string, fields: readonly Field[]): ValidateTotal {
  const { id, key, message, when } = rule;
  const applies = when === undefined ? undefined : compileExpression(when, scope);
  const constant = parseDecimal(sum.equals);
  const tolerance = new Decimal(sum.tolerance);
  const parts = fields.map((field) => field.label);
  const places = fields[0]?.kind === 'money' ? (fields[0].scale ?? 2) : 0;
  const print = (number: Decimal): string => printDecimal(number, places);
  return (row, context, values) => {
    const expected = constant ?? numberOf(row[sum.equals]);
    const total = totalOf(values);
    if (expected === undefined || total === undefined) return NOTHING;
    const difference = total.minus(expected);
    if (difference.abs().lte(tolerance)) return NOTHING;
    if (applies !== undefined && applies({ ...context, self: row }) !== true) return NOTHING;
    const params = {
      label: parts[0],
      parts,
      total: print(total),
      expected: print(expected),
      difference: print(difference),
    };
    return [{ field: at, key, params, rule: id, ...(message && { message }) }];
  };
}

/** The total of values, where absent values count as 0. Undefined if all are absent, or if one is not a number. */
function totalOf(values: readonly unknown[]): Decimal | undefined {
  let total: Decimal | undefined;
  for (const value of values) {
    if (isAbsent(value)) continue;
    const addend = numberOf(value);
    if (addend === undefined) return undefined;
    total = total?.plus(addend) ?? addend;
  }
  return total;
}

const numberOf = (value: unknown): Decimal | undefined =>
  Number.isSafeInteger(value) ? new Decimal(value as number) : parseDecimal(value);
