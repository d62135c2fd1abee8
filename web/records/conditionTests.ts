import { compileEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import type { Row } from '../fields/types.ts';
import type { EntityRules } from './model.ts';

/**
 * Returns a function that tests conditions (CEL) on rows of an entity. It needs the expression language, so it is
 * loaded only for entities whose pages have conditions.
 */
export function conditionTests({ entity, related }: EntityRules): (condition: string, row: Row) => boolean {
  const evaluator = compileEvaluator(entity, { entities: { ...related, [entity.name]: entity } });
  return (condition, row) => evaluator.test(condition, row) === true;
}
