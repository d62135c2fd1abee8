import { compileEvaluator, type EntityEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import type { EntityRules } from './model.ts';

/**
 * Returns functions that evaluate conditions and texts (CEL) on rows of an entity: undefined if an operand is absent.
 * They need the expression language, so this file is loaded only for entities whose pages have expressions.
 */
export const rowExpressions = ({ entity, related }: EntityRules): Pick<EntityEvaluator, 'test' | 'texts'> =>
  compileEvaluator(entity, { entities: { ...related, [entity.name]: entity } });
