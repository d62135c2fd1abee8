import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Progress } from './progress.tsx';
import { roundsQuery } from './rounds.ts';

/** Progress of the open approval of a record; nothing without one. */
export function WaitingApproval({ entity, id }: { entity: string; id: string }): ReactNode {
  const { data } = useQuery(roundsQuery(entity, id));
  const open = data?.find((round) => round.open);
  return open ? <Progress round={open} /> : null;
}
