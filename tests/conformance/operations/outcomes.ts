import { isForPeople } from '../../../generator/language/operations.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { mostSpecific } from '../../../generator/language/blockReasons.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { violationText } from '../../../server/messages.ts';
import type { Caller } from './colleague.ts';
import type { OperationGuard, StatesByField } from '../../../generator/model/operation.ts';
import { PERSON } from '../caller.ts';
import type { Sampler } from '../sampler/sampler.ts';
import { TODAY } from '../today.ts';
import type { Row } from '../sample.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** The state of a record and of its parent. */
export interface RecordState {
  entity: Entity;
  row: Row;
  /** whether the caller submitted the record */
  submitted: boolean;
  /** default: the administrator */
  caller?: Caller;
  above?: { entity: Entity; row: Row };
}

/**
 * `open`, for a step `open to` and its target state, or `closed`: with the message, if only guards close it.
 */
export type Outcome = string;

/**
 * Whether the schema permits the caller each operation on a record; steps that only the product takes are not
 * included.
 */
export function outcomesOf(recordState: RecordState, sampler: Sampler): Record<string, Outcome> {
  const { entity } = recordState;
  return Object.fromEntries(
    operationsOf(entity).map((operation) => [operation, outcomeOf(recordState, operation, sampler)]),
  );
}

/** The operations that users may take on a record. */
export const operationsOf = cacheByObject(({ readOnly, machines, actions }: Entity): readonly string[] => [
  ...new Set([
    ...(readOnly ? [] : ['edit', 'delete']),
    ...machines.flatMap(({ transitions }) => transitions.filter(isForPeople).map(({ action }) => action)),
    ...actions.filter(({ on }) => on === 'row').map(({ name }) => name),
  ]),
]);

/** Whether the schema permits the caller an operation on a record. */
export function outcomeOf(
  { entity, row, submitted, above, caller = PERSON }: RecordState,
  operation: string,
  sampler: Sampler,
): Outcome {
  const holds = (expression: string | undefined, of: Entity = entity, it: Row = row): boolean =>
    expression === undefined || sampler.evaluatorOf(of).test(expression, it, { today: TODAY, user: caller }) !== false;
  const passes = (of: Entity, it: Row, named: string): boolean =>
    isIn(of.gate[named], it) && (of.guards[named] ?? []).every(({ expr }) => holds(expr, of, it));
  const isActor = (actor: string | undefined): boolean => {
    if (actor === undefined) return isEditor(entity, row, caller);
    return (
      actor === 'reader' ||
      (actor === 'creater' ? row['creater'] === caller.userCde : actor === 'submitter' ? submitted : !submitted)
    );
  };
  const isOpenAbove = (): boolean => {
    const child = above?.entity.children.find((one) => one.entity === entity.name);
    if (!above || !child || child.free?.includes(operation)) return true;
    if (!isEditor(above.entity, above.row, caller)) return false;
    const states = statesForChild(child, operation);
    return states
      ? isIn(states, above.row) &&
          (above.entity.guards['edit'] ?? []).every(({ expr }) => holds(expr, above.entity, above.row))
      : passes(above.entity, above.row, 'edit');
  };
  if (!isIn(entity.gate[operation], row) || !isOpenAbove()) return 'closed';
  const guard = (entity.guards[operation] ?? []).find(({ expr }) => !holds(expr));
  if (operation === 'edit' || operation === 'delete')
    return isEditor(entity, row, caller) ? (guard ? closedBy(guard) : 'open') : 'closed';
  const steps = entity.machines.flatMap(({ field, transitions }) =>
    transitions.filter((step) => step.action === operation && isForPeople(step)).map((step) => ({ field, step })),
  );
  const possible = steps.filter(({ field, step }) => step.from.includes(String(row[field])) && isActor(step.actor));
  const action = entity.actions.find(({ name, on }) => name === operation && on === 'row');
  if (action) {
    if (!isIn(action.from, row) || !isActor(action.actor)) return 'closed';
    const own = holds(action.guard?.expr) ? undefined : action.guard;
    return guard || own ? closedBy(guard, own) : 'open';
  }
  // the message of one of several branches depends on their order
  if (guard) return possible.length === 1 && steps.length === 1 ? closedBy(guard) : 'closed';
  const openSteps = possible.filter(({ step }) => holds(step.guard)).map(({ step }) => step);
  const step = openSteps.find((one) => !one.else) ?? openSteps[0];
  return step ? `open to ${step.to}` : 'closed';
}

/** Whether a caller is one of the persons who may change a record (`x-access.edit`). */
export const isEditor = ({ access }: Entity, row: Row, caller: Pick<Caller, 'userCde'> = PERSON): boolean =>
  access?.edit === undefined || access.edit.some((name) => [row[name]].flat().includes(caller.userCde));

/** Outcome of an operation that only guards close: with the message that is shown, the first that is not generic. */
function closedBy(...guards: readonly (Partial<Pick<OperationGuard, 'key' | 'message'>> | undefined)[]): Outcome {
  const reasons = guards.flatMap((guard): Violation[] =>
    guard
      ? [
          {
            field: '',
            key: guard.key ?? 'MSG_generic_0037',
            params: {},
            ...(guard.message && { message: guard.message }),
          },
        ]
      : [],
  );
  return `closed: ${violationText('en-US', mostSpecific(reasons)!)}`;
}

/** The parent states that an operation of a child needs; undefined if the parent's own gate applies. */
export const statesForChild = ({ gate }: Child, operation: string): StatesByField | undefined =>
  gate?.[operation] ?? gate?.['edit'];

/** Whether a row is in one of the states of each field. */
export const isIn = (states: StatesByField | undefined, row: Row): boolean =>
  Object.entries(states ?? {}).every(([field, codes]) => codes.includes(String(row[field])));
