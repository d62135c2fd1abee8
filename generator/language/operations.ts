import type { Entity } from '../model/entity.ts';
import type { Action, Machine, Operation, Transition } from '../model/operation.ts';
import { cacheByObject } from './cacheByObject.ts';

/** Operations of an entity in the order of its schema: the transitions of its machines, then its actions. */
export const operationsOf = cacheByObject((entity: Entity): readonly Operation[] => [
  ...entity.machines.flatMap((machine) =>
    machine.transitions.map((transition) => operationOfTransition(entity, machine, transition)),
  ),
  ...entity.actions.map((action) => operationOfAction(entity, action)),
]);

/** Operations on a row that people may perform, by name. Several transitions can have the same name. */
export const rowOperations = (entity: Entity): ReadonlyMap<string, Operation[]> =>
  Map.groupBy(
    operationsOf(entity).filter((operation) => operation.on === 'row' && isForPeople(operation)),
    ({ name }) => name,
  );

/** Whether people may perform an operation. Only the product performs one with `actor: product`. */
export const isForPeople = ({ actor }: { actor?: string | undefined }): boolean => actor !== 'product';

function operationOfTransition(
  { requiredAt }: Entity,
  { field }: Machine,
  { action, from, to, key, guard, needs = [], ...rest }: Transition,
): Operation {
  return {
    ...rest,
    name: action,
    on: 'row',
    bulk: true,
    from: { [field]: from },
    to: { field, state: to },
    needs: [...(requiredAt[action] ?? []), ...needs],
    ...(key !== undefined && { fromKey: key }),
    ...(guard !== undefined && { guard: { expr: guard } }),
  };
}

const operationOfAction = ({ requiredAt }: Entity, { spec: _spec, ...action }: Action): Operation => ({
  ...action,
  needs: requiredAt[action.name] ?? [],
});
