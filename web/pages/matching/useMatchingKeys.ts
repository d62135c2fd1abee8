import type { RefObject } from 'react';
import { useShortcuts } from '../../shell/shortcuts/keys.ts';

interface Props {
  page: RefObject<HTMLElement | null>;
  /** ids of the flows in their order, and the chosen one */
  flows: readonly string[];
  flow: string | undefined;
  /** index of the chosen flow, or where it was before it left the list */
  place: number;
  /** number of proposals, and the index of the chosen one */
  proposals: number;
  proposal: number;
  chooseFlow: (id: string) => void;
  chooseProposal: (index: number) => void;
  claim: () => void;
  undo: () => void;
  help: () => void;
}

/**
 * Shortcuts: up and down choose on the side that has the focus, left and right change the side, Enter claims the flow
 * for the chosen proposal, u undoes.
 */
export function useMatchingKeys(props: Props): void {
  const { page, flows, flow, place, proposals, proposal, chooseFlow, chooseProposal } = props;
  const focus = (mark: string, key: string): void =>
    page.current?.querySelector<HTMLElement>(`[data-${mark}="${key}"]`)?.focus();
  const isAtProposals = (): boolean => document.activeElement?.closest('[data-side="proposals"]') != null;
  const moveFlow = (by: 1 | -1): boolean => {
    // the next flow takes the place of one that left the list
    const to = flows[flow === undefined && by === 1 ? place : place + by];
    if (to === undefined) return false;
    chooseFlow(to);
    focus('flow', to);
    return true;
  };
  const moveProposal = (to: number): boolean => {
    if (to < 0 || to >= proposals) return false;
    chooseProposal(to);
    focus('proposal', String(to));
    return true;
  };
  const move = (by: 1 | -1): boolean => (isAtProposals() ? moveProposal(proposal + by) : moveFlow(by));
  const press: Record<string, (event: KeyboardEvent) => boolean> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ArrowRight: () => moveProposal(proposal),
    ArrowLeft: () => done(() => focus('flow', flow ?? '')),
    Enter: (event) => !isOtherControl(event.target) && done(props.claim),
    u: () => done(props.undo),
    '?': () => done(props.help),
  };
  useShortcuts((event) => press[event.key]?.(event) ?? false);
}

function done(work: () => void): true {
  work();
  return true;
}

/** Whether Enter has an effect of its own on an element: on each link and button except flows and proposals. */
const isOtherControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, summary') !== null &&
  target.closest('[data-flow], [data-proposal]') === null;
