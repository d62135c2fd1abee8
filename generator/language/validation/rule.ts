import type { Entity } from '../../model/entity.ts';
import type { Rule } from '../../model/rule.ts';
import { compileExpression } from '../expression/compile.ts';
import type { Scope } from '../expression/scope.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Violation } from '../violation.ts';
import { NOTHING, type RowValidator } from '../evaluation/context.ts';

/** The condition that a field has its stored value, absent included. */
export const unchanged = (name: string): string =>
  `has(self.${name}) == has(old.${name}) && (!has(self.${name}) || self.${name} == old.${name})`;

/**
 * `x-rule`: checked when `when` is true, broken when `assert` is false; absent is neither. It is reported at every
 * field of `at`, for `x-immutable` only at those that changed.
 *
 * @throws InvalidExpression
 */
export function compileRule(entity: Entity, rule: Rule, scope: Scope): RowValidator {
  const when = rule.when === undefined ? undefined : compileExpression(rule.when, scope);
  const assert = compileExpression(rule.assert, scope);
  const labels = rule.at.map(
    (name) => entity.fields.find((field) => field.name === name)?.label ?? { en: name, zh: name },
  );
  const violations = rule.at.map((field, place): Violation => ({
    field,
    key:
      rule.key ?? (rule.immutable ? MESSAGE.readOnly : rule.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule),
    params: { label: labels[place], fields: labels },
    rule: rule.id,
    ...(rule.level === 'warning' ? { level: 'warning' } : {}),
    ...(rule.message ? { message: rule.message } : {}),
  }));
  const each = rule.immutable ? rule.at.map((name) => compileExpression(unchanged(name), scope)) : undefined;
  return (row, context) => {
    const bindings = { ...context, self: row };
    if ((when !== undefined && when(bindings) !== true) || assert(bindings) !== false) return NOTHING;
    return each ? violations.filter((_, place) => each[place]!(bindings) === false) : violations;
  };
}
