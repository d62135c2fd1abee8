import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { EntityEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Row } from '../fields/types.ts';
import type { IsMet } from './isMet.ts';
import { rulesModuleQuery } from './model.ts';

/**
 * Whether the page of an entity depends on conditions: fields or tables of some records only, several paths of states,
 * or a checklist.
 */
const hasConditions = ({ children, form }: Entity): boolean =>
  form.checklist !== undefined ||
  Object.keys(form.show).length > 0 ||
  children.some(({ when }) => when !== undefined) ||
  (form.steps ?? []).some(({ when }) => when !== undefined);

/** Evaluates expressions on rows of an entity: undefined if an operand is absent. */
type RowExpressions = Pick<EntityEvaluator, 'test' | 'texts'>;

const NO_EXPRESSIONS: RowExpressions = { test: () => undefined, texts: () => undefined };

/**
 * Returns functions that evaluate conditions and texts on rows of an entity. Suspends until the expression language is
 * loaded, unless no expression will be evaluated.
 */
export function useRowExpressions(entity: Entity, hasAny: boolean): RowExpressions {
  const client = useQueryClient();
  const { data } = useSuspenseQuery({
    queryKey: ['meta', entity.name, 'conditions', hasAny],
    queryFn: async () => {
      if (!hasAny) return NO_EXPRESSIONS;
      const [{ rowExpressions }, rules] = await Promise.all([
        import('./rowExpressions.ts'),
        client.ensureQueryData(rulesModuleQuery(client, entity.name)),
      ]);
      return rowExpressions(rules);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return data;
}

/**
 * Returns the test of conditions on a record. Suspends until the expression language is loaded, if the entity has
 * conditions.
 */
export function useIsMet(entity: Entity, row: Row): IsMet {
  const { test } = useRowExpressions(entity, hasConditions(entity));
  return (condition) => condition === undefined || !hasConditions(entity) || test(condition, row) === true;
}

/** The children that a record can have (`x-child.when`). */
export const childrenOf = ({ children }: Entity, isMet: IsMet): Child[] => children.filter(({ when }) => isMet(when));
