import type { Entity } from '../../model/entity.ts';
import type { KeywordRule, Rule } from '../../model/rule.ts';
import { NOTHING, type Row, type RowValidator } from '../evaluation/context.ts';
import { compileExpression } from '../expression/compile.ts';
import { fieldNamesIn } from '../expression/fieldNames.ts';
import type { Scope } from '../expression/scope.ts';
import { keywordRule } from '../keywordRule.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import type { ValidationKeyword, ValidationRule } from './keyword.ts';

/** `x-rule`: a condition on the row. Reported at each field of `at`. */
export const rule: ValidationKeyword = {
  word: 'x-rule',
  rules: (entity) =>
    entity.rules
      .filter(({ immutable }) => !immutable)
      .map((one) => {
        const described = describeCondition(
          'x-rule',
          one,
          one.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule,
        );
        return { ...described, compileRow: (scope) => compileCondition(entity, described, scope) };
      }),
};

/** A condition in the form of all rules, with values of its message beside `label` and `fields`. */
export type Condition = KeywordRule & Pick<ValidationRule, 'expressions'> & Pick<Rule, 'params'>;

/** Whether a rule is a condition of `x-rule`. */
export const isCondition = (validated: ValidationRule): validated is ValidationRule & Condition =>
  validated.word === rule.word;

/** A condition with the properties of a rule; its expressions are `when`, if it has one, and `assert`. */
export const describeCondition = (word: 'x-rule' | 'x-immutable', rule: Rule, genericKey: string): Condition => {
  const { level, at, when, assert, params } = rule;
  return {
    ...keywordRule(word, rule, genericKey, {
      ...(level === 'warning' && { level }),
      at,
      fields: fieldNamesIn(`${when ?? ''} ${assert}`),
      ...(when !== undefined && { when }),
    }),
    expressions: when === undefined ? [assert] : [when, assert],
    ...(params && { params }),
  };
};

/**
 * Compiles a condition. It is checked only if `when` is true, and violated only if `assert` is false; either can have
 * no result.
 *
 * @returns one violation for each field of `at`
 * @throws InvalidExpression
 */
export function compileCondition(entity: Entity, condition: Condition, scope: Scope): RowValidator {
  const { when, expressions } = condition;
  const applies = when === undefined ? undefined : compileExpression(when, scope);
  const isTrue = compileExpression(expressions.at(-1)!, scope);
  const violations = violationsOf(entity, condition);
  const namesValue = /\{\{value\b/.test(condition.message?.en ?? '');
  return (row, context) => {
    const bindings = { ...context, self: row };
    if ((applies !== undefined && applies(bindings) !== true) || isTrue(bindings) !== false) return NOTHING;
    return namesValue ? violations.map((violation) => withValue(violation, row)) : violations;
  };
}

/** Adds the value of the field at which a violation is reported to the parameters of its message. */
const withValue = (violation: Violation, row: Row): Violation => ({
  ...violation,
  params: { ...violation.params, value: row[violation.field] },
});

/** The violations of a condition, one for each field of `at`. */
export function violationsOf(entity: Entity, { id, key, message, level, at, params }: Condition): Violation[] {
  const labels = at.map((name) => entity.fields.find((field) => field.name === name)?.label ?? { en: name, zh: name });
  return at.map((field, index): Violation => ({
    field,
    key,
    params: { ...params, label: labels[index], fields: labels },
    rule: id,
    ...(level && { level }),
    ...(message && { message }),
  }));
}
