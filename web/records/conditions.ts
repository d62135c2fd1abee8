import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Row } from '../fields/types.ts';
import type { Holds } from './holds.ts';
import { rulesModuleQuery } from './model.ts';

/** Whether the page of an entity depends on conditions: tables of some records only, or several paths of states. */
const hasConditions = ({ children, form }: Entity): boolean =>
  children.some(({ when }) => when !== undefined) || (form.steps ?? []).some(({ when }) => when !== undefined);

/** Tests the conditions on a record. Suspends until the expression language is loaded, if the entity has conditions. */
export function useHolds(entity: Entity, row: Row): Holds {
  const client = useQueryClient();
  const { data: test } = useSuspenseQuery({
    queryKey: ['meta', entity.name, 'conditions'],
    queryFn: async () => {
      if (!hasConditions(entity)) return { test: undefined };
      const [{ conditionTests }, rules] = await Promise.all([
        import('./conditionTests.ts'),
        client.ensureQueryData(rulesModuleQuery(client, entity.name)),
      ]);
      return { test: conditionTests(rules) };
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return (condition) => condition === undefined || test.test === undefined || test.test(condition, row);
}

/** The children that a record can have (`x-child.when`). */
export const childrenOf = ({ children }: Entity, holds: Holds): Child[] => children.filter(({ when }) => holds(when));
