import { isForPeople } from '../../../generator/language/operations.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { StatesByField, Transition } from '../../../generator/model/operation.ts';
import { PERSON } from '../caller.ts';
import { TODAY, type Sampler } from '../sampleRow.ts';
import type { Row } from '../sample.ts';

/** A record as it is, with what it is a part of. */
export interface Standing {
  entity: Entity;
  row: Row;
  submitted: boolean;
  whole?: { entity: Entity; row: Row };
}

/** `closed`, `open`, or of a step `open to` the state to which it leads. */
export type Outcome = string;

/**
 * Whether the schema lets the administrator do each operation to a record as it stands; a step that only the product
 * takes is none.
 */
export function outcomesOf(standing: Standing, sampler: Sampler): Record<string, Outcome> {
  const { entity } = standing;
  return Object.fromEntries(
    operationsOf(entity).map((operation) => [operation, outcomeOf(standing, operation, sampler)]),
  );
}

export const operationsOf = ({ readOnly, machines, actions }: Entity): string[] => [
  ...new Set([
    ...(readOnly ? [] : ['edit', 'delete']),
    ...machines.flatMap(({ transitions }) => transitions.filter(isForPeople).map(({ action }) => action)),
    ...actions.filter(({ on }) => on === 'row').map(({ name }) => name),
  ]),
];

export function outcomeOf({ entity, row, submitted, whole }: Standing, operation: string, sampler: Sampler): Outcome {
  const holds = (expression: string | undefined, of: Entity = entity, it: Row = row): boolean =>
    expression === undefined || sampler.judgeOf(of).test(expression, it, { today: TODAY, user: PERSON }) !== false;
  const passes = (of: Entity, it: Row, named: string): boolean =>
    isIn(of.gate[named], it) && (of.guards[named] ?? []).every(({ expr }) => holds(expr, of, it));
  const isEditor = (of: Entity, it: Row): boolean =>
    of.access?.edit === undefined || of.access.edit.some((name) => it[name] === PERSON.userCde);
  const isActor = (actor: string | undefined): boolean => {
    if (actor === undefined) return isEditor(entity, row);
    return (
      actor === 'reader' ||
      (actor === 'creater' ? row['creater'] === PERSON.userCde : actor === 'submitter' ? submitted : !submitted)
    );
  };
  const isOpenAbove = (): boolean => {
    const child = whole?.entity.children.find((one) => one.entity === entity.name);
    if (!whole || !child || child.free?.includes(operation)) return true;
    if (!isEditor(whole.entity, whole.row)) return false;
    const states = statesForPart(child, operation);
    return states
      ? isIn(states, whole.row) &&
          (whole.entity.guards['edit'] ?? []).every(({ expr }) => holds(expr, whole.entity, whole.row))
      : passes(whole.entity, whole.row, 'edit');
  };
  if (!passes(entity, row, operation) || !isOpenAbove()) return 'closed';
  if (operation === 'edit' || operation === 'delete') return isEditor(entity, row) ? 'open' : 'closed';
  const action = entity.actions.find(({ name, on }) => name === operation && on === 'row');
  if (action) return isIn(action.from, row) && holds(action.guard?.expr) && isActor(action.actor) ? 'open' : 'closed';
  const isOpen = (field: string, { from, guard, actor }: Transition) =>
    from.includes(String(row[field])) && holds(guard) && isActor(actor);
  const ways = entity.machines.flatMap(({ field, transitions }) =>
    transitions.filter((step) => step.action === operation && isForPeople(step) && isOpen(field, step)),
  );
  const way = ways.find((step) => !step.else) ?? ways[0];
  return way ? `open to ${way.to}` : 'closed';
}

/**
 * The states of the whole that a part's operation needs where the whole says so; undefined where the whole's own gate
 * holds.
 */
export const statesForPart = ({ gate }: Child, operation: string): StatesByField | undefined =>
  gate?.[operation] ?? gate?.['edit'];

export const isIn = (states: StatesByField | undefined, row: Row): boolean =>
  Object.entries(states ?? {}).every(([field, codes]) => codes.includes(String(row[field])));
