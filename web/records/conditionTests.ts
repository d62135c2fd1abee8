import { compileEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import type { Row } from '../fields/types.ts';
import type { EntityRules } from './model.ts';

/**
 * Returns a function that tests conditions (CEL) on rows of an entity: undefined if an operand is absent. It needs the
 * expression language, so it is loaded only for entities whose pages have conditions.
 */
export function conditionTests({ entity, related }: EntityRules): (condition: string, row: Row) => boolean | undefined {
  const evaluator = compileEvaluator(entity, { entities: { ...related, [entity.name]: entity } });
  return (condition, row) => evaluator.test(condition, row);
}
