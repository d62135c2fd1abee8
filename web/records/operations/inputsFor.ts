import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { offeringOnly } from '../../fields/ref/whereConditions.ts';
import { useRowExpressions } from '../conditions.ts';

/** Whether the inputs of an operation depend on the row. */
export const hasInputsByRow = ({ input }: Operation): boolean =>
  input?.show !== undefined || input?.offer !== undefined;

/**
 * The operation with its inputs for these rows: without those that do not apply to one of the rows (`input.show`), and
 * with references that offer only the rows that fit (`input.offer`). Suspends until the expressions can be evaluated.
 */
export function useInputsFor(entity: Entity, operation: Operation, rows: readonly Row[]): Operation {
  const { input } = operation;
  const { test, texts } = useRowExpressions(entity, hasInputsByRow(operation));
  if (!input) return operation;
  const isShown = (name: string): boolean => {
    const condition = input.show?.[name];
    return condition === undefined || rows.every((row) => test(condition, row) !== false);
  };
  const offering = (field: Field): Field =>
    Object.entries(input.offer?.[field.name] ?? {}).reduce(
      (narrowed, [filter, expression]) => offeringOnly(narrowed, filter, commonValue(rows, expression, texts)),
      field,
    );
  const fields = input.fields.filter(({ name }) => isShown(name)).map(offering);
  return { ...operation, input: { ...input, fields, required: input.required.filter(isShown) } };
}

/** The value of an expression on all rows; undefined if it is absent or differs. */
function commonValue(
  rows: readonly Row[],
  expression: string,
  texts: (expression: string, row: Row) => string | string[] | undefined,
): string | string[] | undefined {
  const values = rows.map((row) => texts(expression, row));
  return values.every((value) => String(value) === String(values[0])) ? values[0] : undefined;
}
