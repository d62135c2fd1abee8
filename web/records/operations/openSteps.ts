import type { Transition } from '../../../generator/model/operation.ts';
import type { ActionState } from './actions.ts';

/** Whether a transition is the one that the server takes now; `state` is what it says of the action. */
export const isOpen = ({ to }: Pick<Transition, 'to'>, state: ActionState | undefined): boolean =>
  state?.enabled === true && (state.to === undefined || state.to === to);
