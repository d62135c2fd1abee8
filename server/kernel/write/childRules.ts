import { printFailingRows, printVerdict } from '../../../generator/language/expression/sqlWithChildren.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { isCondition, violationsOf } from '../../../generator/language/validation/rule.ts';
import type { ValidationRule } from '../../../generator/language/validation/keyword.ts';
import { validationRules } from '../../../generator/language/validation/validations.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import type { Context } from '../context.ts';
import type { ChildRule, EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

const READS_CHILDREN = /\bchildren\./;

/** Whether an expression reads children. */
export const readsChildren = (text: string): boolean => READS_CHILDREN.test(text);

/**
 * The rules of an entity that read children, for the database.
 *
 * @returns undefined if something else reads children, or if a rule has no SQL form: then a save must load the children
 */
export function childRulesOf(entity: Entity, model: Model): readonly ChildRule[] | undefined {
  if (entity.fields.some(({ compute, defaultExpr }) => readsChildren(`${compute?.expr ?? ''} ${defaultExpr ?? ''}`)))
    return undefined;
  const rules = validationRules(entity)
    .filter(({ expressions }) => expressions.some(readsChildren))
    .map((rule) => childRule(rule, entity, model));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function childRule(rule: ValidationRule, entity: Entity, model: Model): ChildRule | undefined {
  const { when, expressions } = rule;
  if (!isCondition(rule) || (when !== undefined && readsChildren(when))) return undefined;
  const printed = printVerdict(expressions.at(-1)!, false, { entity, model });
  return 'sql' in printed
    ? {
        ...(when !== undefined && { when }),
        isViolated: printed.sql,
        failing: printFailingRows(expressions.at(-1)!, { entity, model }),
        violations: violationsOf(entity, rule),
      }
    : undefined;
}

/**
 * The violations of `childRules` by a row and its stored children. Rules whose `when` is not true cost no statement.
 */
export async function violationsWithStoredChildren(
  { entity, evaluator, childRules = [] }: EntityRuntime,
  { row, scope }: { row: Row; scope: EvaluationContext },
  { db }: Context,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { when, isViolated, violations: own } of childRules) {
    if (when !== undefined && evaluator.test(when, row, scope) !== true) continue;
    const text = `select ${isViolated} as "isViolated" from jsonb_populate_record(null::${quote(entity.table)}, $1::jsonb) t`;
    const { rows } = await db.query({ text, values: [JSON.stringify(row)] });
    if ((rows[0] as { isViolated: boolean | null }).isViolated === true) violations.push(...own);
  }
  return violations;
}
