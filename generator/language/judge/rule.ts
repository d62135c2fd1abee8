import type { Entity } from '../../model/entity.ts';
import type { Rule } from '../../model/rule.ts';
import { compileExpression } from '../expression/compile.ts';
import type { Scope } from '../expression/scope.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import { NOTHING, type RuleJudge } from './context.ts';

/** The condition that a field has what it had before, absent included. */
export const stayed = (name: string): string =>
  `has(self.${name}) == has(old.${name}) && (!has(self.${name}) || self.${name} == old.${name})`;

/**
 * `x-rule`: judged when `when` is true, broken when `assert` is false; absent is neither. Every field of `at` is
 * blamed, of `x-stays` those that changed.
 *
 * @throws InvalidExpression
 */
export function compileRule(entity: Entity, rule: Rule, scope: Scope): RuleJudge {
  const when = rule.when === undefined ? undefined : compileExpression(rule.when, scope);
  const assert = compileExpression(rule.assert, scope);
  const labels = rule.at.map(
    (name) => entity.fields.find((field) => field.name === name)?.label ?? { en: name, zh: name },
  );
  const violations = rule.at.map((field, place): Violation => ({
    field,
    key: rule.key ?? (rule.stays ? MESSAGE.readOnly : rule.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule),
    params: { label: labels[place], fields: labels },
    rule: rule.id,
    ...(rule.level === 'warning' ? { level: 'warning' } : {}),
    ...(rule.message ? { message: rule.message } : {}),
  }));
  const each = rule.stays ? rule.at.map((name) => compileExpression(stayed(name), scope)) : undefined;
  return (row, context) => {
    const bindings = { ...context, self: row };
    if ((when !== undefined && when(bindings) !== true) || assert(bindings) !== false) return NOTHING;
    return each ? violations.filter((_, place) => each[place]!(bindings) === false) : violations;
  };
}
