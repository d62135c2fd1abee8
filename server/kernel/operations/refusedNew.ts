import { cacheByObject } from '../../../generator/language/cacheByObject.ts';
import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import { type Condition, isCondition, violationsOf } from '../../../generator/language/validation/rule.ts';
import { validationRules } from '../../../generator/language/validation/validations.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { EntityRuntime } from '../core.ts';
import type { RowSubject } from './parents.ts';
import { subjectOf } from './rowSubject.ts';

/**
 * The rules that depend on the parent alone for a row that a user adds: besides fields of the parent, they read only
 * fields that are empty in such a row, because only the product sets them.
 */
const rulesOfParent = cacheByObject((entity: Entity): Condition[] => {
  const setByProduct = new Set(
    entity.fields
      .filter((field) => field.readOnly && !field.compute && field.default === undefined && !field.state)
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

/** The violation of every row that a user could add to a child of the subject; undefined if there is none. */
export function violationOfNew({ runtime, row, context }: RowSubject, child: EntityRuntime): Violation | undefined {
  const { context: bindings } = subjectOf(runtime, row, context);
  const test = (text: string): boolean | undefined => child.evaluator.test(text, {}, { ...bindings, parent: row });
  const refusing = rulesOfParent(child.entity).find(
    ({ when, expressions }) => (when === undefined || test(when) === true) && test(expressions.at(-1)!) === false,
  );
  return refusing && violationsOf(child.entity, refusing)[0];
}
