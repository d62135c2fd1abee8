import { cacheByObject } from '../../../generator/language/cacheByObject.ts';
import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import { type Condition, isCondition, violationsOf } from '../../../generator/language/validation/rule.ts';
import { validationRules } from '../../../generator/language/validation/validations.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { entityNamed } from '../kernel.ts';
import { may, visibleViolations } from '../rights.ts';
import type { RowSubject } from './parents.ts';
import { subjectOf } from './rowSubject.ts';

/**
 * The rules that the parent alone decides when a user adds a row. Their other fields are empty in a new row, because
 * only the product sets them.
 */
const rulesOfParent = cacheByObject((entity: Entity): Condition[] => {
  const setByProduct = new Set(
    entity.fields
      .filter(
        (field) =>
          field.readOnly &&
          !field.compute &&
          !field.number &&
          !field.state &&
          field.default === undefined &&
          field.defaultExpr === undefined,
      )
      .map(({ name }) => name),
  );
  return validationRules(entity).filter(
    (rule): rule is typeof rule & Condition =>
      isCondition(rule) && rule.level !== 'warning' && dependsOnParent(rule, setByProduct),
  );
});

function dependsOnParent({ expressions }: Condition, setByProduct: ReadonlySet<string>): boolean {
  const text = expressions.join(' ');
  return (
    /\bparent\./.test(text) &&
    !/\b(?:lookup|children)\./.test(text) &&
    fieldNamesIn(text).every((name) => setByProduct.has(name))
  );
}

/**
 * The violation of every row that the caller could add to a child of the subject; undefined if there is none, or if the
 * caller may not add any.
 */
export function violationOfNew({ kernel, runtime, row, context }: RowSubject, child: Child): Violation | undefined {
  const childRuntime = entityNamed(kernel, child.entity);
  if (!may(kernel, childRuntime, 'add', context)) return undefined;
  // the product sets these fields of a new row too: to the values of the parent that it replaces
  const replaced = Object.values(child.sets ?? {}).map(({ was }) => was);
  const { context: bindings } = subjectOf(runtime, row, context);
  const test = (text: string): boolean | undefined =>
    childRuntime.evaluator.test(text, {}, { ...bindings, parent: row });
  const refusing = rulesOfParent(childRuntime.entity).find(
    ({ when, expressions }) =>
      !replaced.some((name) => fieldNamesIn(expressions.join(' ')).includes(name)) &&
      (when === undefined || test(when) === true) &&
      test(expressions.at(-1)!) === false,
  );
  return refusing && visibleViolations(violationsOf(childRuntime.entity, refusing), childRuntime, context.user)[0];
}
