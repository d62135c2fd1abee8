import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Where } from '../../api/where.ts';
import { usePreset } from '../../records/list/presets.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { type Flow, FLOWS, proposalsQuery } from './source.ts';
import { useClaims } from './useClaims.ts';
import { useMatchingKeys } from './useMatchingKeys.ts';

const MAX_FLOWS = 100;

/** Choices of the directions whose flows are listed. */
export const DIRECTIONS = ['all', 'RECEIPT', 'PAYMENT'] as const;

/** The directions whose flows are listed: both or one. */
export type Direction = (typeof DIRECTIONS)[number];

interface MatchingOptions {
  page: RefObject<HTMLDivElement | null>;
  direction: Direction;
  help: () => void;
}

/** The open flows, the chosen flow and proposal, and the keys that choose and claim. */
export function useMatching({ page, direction, help }: MatchingOptions) {
  const { flows, total, error, isPending } = useOpenFlows(direction);
  const { flow, place, choose } = useChosenFlow(flows, direction);
  const [chosen, chooseProposal] = useState(0);
  const { data: proposals = [] } = useQuery({ ...proposalsQuery(flow?.id ?? ''), enabled: flow !== undefined });
  const chooseFlow = (id: string | undefined): void => {
    choose(id);
    chooseProposal(0);
  };
  const claims = useClaims({ flows, chosen: flow, choose: chooseFlow });
  useFocusAfterWork(page, flow?.id, claims.isWorking);
  const proposal = proposals[chosen];
  useMatchingKeys({
    page,
    flows: flows.map(({ id }) => id),
    flow: flow?.id,
    place,
    proposals: proposals.length,
    proposal: chosen,
    chooseFlow,
    chooseProposal,
    claim: () => flow && proposal?.mayClaim && claims.claim(flow, proposal),
    undo: claims.undo,
    help,
  });
  return { flows, total, flow, error, isPending, chosen, claims, chooseFlow, chooseProposal };
}

/**
 * The chosen flow, at first the first one. A flow that leaves the list meanwhile stays chosen, so that no key works on
 * another one than the user reads: `flow` is then undefined, and `place` is where it was.
 */
function useChosenFlow(flows: readonly Flow[], direction: Direction) {
  const [{ id, place, of }, setChosen] = useState<Chosen>({ id: undefined, place: 0, of: direction });
  const choose = (next: string | undefined): void =>
    setChosen({
      id: next,
      place: Math.max(
        0,
        flows.findIndex((flow) => flow.id === next),
      ),
      of: direction,
    });
  const at = flows.findIndex((flow) => flow.id === id);
  if (of !== direction || (id !== undefined && flows.length === 0)) choose(undefined);
  else if (id === undefined && flows.length > 0) choose(flows[0]!.id);
  else if (at >= 0 && at !== place) setChosen({ id, place: at, of });
  return { flow: flows[at], place, choose };
}

interface Chosen {
  id: string | undefined;
  /** its index in the list */
  place: number;
  /** the direction in whose list it was chosen */
  of: Direction;
}

/**
 * Focuses the chosen flow once it is claimed or undone: the button with the focus is no longer there, or of another
 * flow.
 */
function useFocusAfterWork(page: RefObject<HTMLElement | null>, flow: string | undefined, isWorking: boolean): void {
  const hasWorked = useRef(false);
  useEffect(() => {
    if (isWorking) hasWorked.current = true;
    else if (hasWorked.current && isFocusOfLists(document.activeElement))
      page.current?.querySelector<HTMLElement>('[data-flow][aria-current]')?.focus();
  }, [page, flow, isWorking]);
}

const isFocusOfLists = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('.matching') !== null;

/** The flows of which money is left, the latest first. */
function useOpenFlows(direction: Direction) {
  const { entity } = useEntity(FLOWS.entity);
  const preset = usePreset(entity, FLOWS.preset);
  const where: Where =
    direction === 'all' ? preset : [...preset, { name: 'operationType', type: 'equal', value: direction }];
  const { data, error, isPending } = useQuery(
    shownRows(FLOWS.entity, { where, sort: '-bankInDte', pageSize: MAX_FLOWS }),
  );
  return { flows: (data?.records ?? []) as unknown as Flow[], total: data?.total ?? 0, error, isPending };
}
