import type { Child } from '../../../generator/model/child.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Whether an operation on a record is possible, as in `_actions` of `GET /api/{entity}/{id}`. */
export interface OperationState {
  name: string;
  enabled: boolean;
  /** the block reason, in the user's language */
  reason?: string | null;
  /** the state that an enabled transition leads to */
  to?: string;
  /** the operation does not apply to the record, which nothing can change */
  never?: true;
  /** of `edit`: the reason that also blocks children with their own gates */
  parts?: string;
  /** of `edit`: the child entities of which the record can have no rows (`x-child.when`), with the reasons */
  without?: Record<string, string>;
  /** of `edit`: the child entities to which no row can be added, because a rule would refuse it, with the reasons */
  refused?: Record<string, string>;
}

/** The state of `edit`, of `delete` and of each operation on a record. */
export const operationStates = (row: Row): OperationState[] =>
  Array.isArray(row['_actions']) ? (row['_actions'] as OperationState[]) : [];

/** The same states by the name of the operation. */
export const statesByName = (row: Row): ReadonlyMap<string, OperationState> =>
  new Map(operationStates(row).map((state) => [state.name, state]));

/** The children that a record can have, from `_actions` (`x-child.when`). */
export function possibleChildren(children: readonly Child[], row: Row): Child[] {
  const without = operationStates(row).find(({ name }) => name === 'edit')?.without ?? {};
  return children.filter(({ entity }) => !(entity in without));
}

/** Whether an operation is possible now and leads to the state `to`. */
export const isPossible = (to: string | undefined, state: OperationState | undefined): boolean =>
  state?.enabled === true && (state.to === undefined || state.to === to);

/**
 * The variant of an operation to show: one that starts from the record's state and leads to the state that the server
 * reports, otherwise the first.
 */
export const variantToShow = (variants: readonly Operation[], row: Row, state: OperationState | undefined): Operation =>
  variants.findLast(
    ({ from, to }) => startsFrom(from, row) && (state?.to === undefined || to === undefined || state.to === to.state),
  ) ?? variants[0]!;

/** Whether the states of a record are among those that an operation starts from. */
export const startsFrom = (from: Operation['from'], row: Row): boolean =>
  Object.entries(from ?? {}).every(([field, states]) => states.includes(textOf(row[field])));
