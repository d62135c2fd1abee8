import type { Operation } from '../../../generator/model/operation.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Whether an operation is possible on a record now, as `GET /api/{entity}/{id}` answers it (`_actions`). */
export interface OperationState {
  name: string;
  enabled: boolean;
  /** the block reason, in the reader's language */
  reason?: string | null;
  /** the state that an enabled transition leads to */
  to?: string;
  /** of `edit`: what blocks children with gates of their own too */
  parts?: string;
}

/** The state of each operation on a record, of `edit` and of `delete`. */
export const operationStates = (row: Row): OperationState[] =>
  Array.isArray(row['_actions']) ? (row['_actions'] as OperationState[]) : [];

/** The same by name. */
export const statesByName = (row: Row): ReadonlyMap<string, OperationState> =>
  new Map(operationStates(row).map((state) => [state.name, state]));

/** Whether an operation is possible now and leads to the state `to`. */
export const isPossible = (to: string | undefined, state: OperationState | undefined): boolean =>
  state?.enabled === true && (state.to === undefined || state.to === to);

/** The variant of an operation to show: the possible one, else one from the record's state, else any. */
export const variantToShow = (variants: readonly Operation[], row: Row, state: OperationState | undefined): Operation =>
  variants.findLast(
    ({ from, to }) => startsFrom(from, row) && (state?.to === undefined || to === undefined || state.to === to.state),
  ) ?? variants[0]!;

/** Whether the states of a record are among those that an operation starts from. */
export const startsFrom = (from: Operation['from'], row: Row): boolean =>
  Object.entries(from ?? {}).every(([field, states]) => states.includes(textOf(row[field])));
