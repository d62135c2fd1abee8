import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { useConditionTest } from '../conditions.ts';

/**
 * The operation without the inputs that do not apply to one of the rows (`input.show`). Suspends until the conditions
 * can be tested.
 */
export function useShownInputs(entity: Entity, operation: Operation, rows: readonly Row[]): Operation {
  const { input } = operation;
  const test = useConditionTest(entity, input?.show !== undefined);
  if (!input?.show) return operation;
  const isShown = (name: string): boolean => {
    const condition = input.show![name];
    return condition === undefined || rows.every((row) => test(condition, row) !== false);
  };
  const fields = input.fields.filter(({ name }) => isShown(name));
  return { ...operation, input: { ...input, fields, required: input.required.filter(isShown) } };
}
