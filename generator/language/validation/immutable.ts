import { compileExpression } from '../expression/compile.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { ValidationKeyword } from './keyword.ts';
import { compileCondition, describeCondition } from './rule.ts';

/** Condition that a field has its stored value, or that both are absent. */
export const unchanged = (name: string): string =>
  `has(self.${name}) == has(old.${name}) && (!has(self.${name}) || self.${name} == old.${name})`;

/** `x-immutable`: fields that cannot change while a condition is true. Reported at each changed field. */
export const immutable: ValidationKeyword = {
  word: 'x-immutable',
  rules: (entity) =>
    entity.rules
      .filter((one) => one.immutable)
      .map((one) => {
        const described = describeCondition('x-immutable', one, MESSAGE.readOnly);
        return {
          ...described,
          compileRow: (scope) => {
            const validate = compileCondition(entity, described, scope);
            const isUnchanged = one.at.map((name) => compileExpression(unchanged(name), scope));
            return (row, context) => {
              const violations = validate(row, context);
              if (violations.length === 0) return violations;
              const bindings = { ...context, self: row };
              return violations.filter((_, index) => isUnchanged[index]!(bindings) === false);
            };
          },
        };
      }),
};
