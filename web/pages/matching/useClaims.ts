import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../../generator/language/figures.ts';
import { personQuery } from '../../api/account.ts';
import { invalidateRows } from '../../records/model.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { claim, type Flow, ownClaimQuery, type Proposal, reverse } from './source.ts';

interface Props {
  flows: readonly Flow[];
  chosen: Flow | undefined;
  choose: (flow: string | undefined) => void;
}

/**
 * Claims money of flows for proposals, and undoes the user's own claims in reverse order by reversals: those of this
 * page first, then those of the chosen flow.
 */
export function useClaims({ flows, chosen, choose }: Props) {
  const { t } = useTranslation();
  const { run, isWorking } = useOneAtATime();
  /** the flows of the claims of this page, the latest last */
  const [done, setDone] = useState<readonly string[]>([]);
  const ofChosen = chosen !== undefined && !isZero(chosen.claimedAmt) ? chosen.id : undefined;
  const undone = done.at(-1) ?? ofChosen;
  const latest = useOwnClaim(undone);

  const claimFor = (flow: Flow, proposal: Proposal): void =>
    run(async () => {
      const message = await claim(flow, proposal);
      setDone((before) => [...before, flow.id]);
      const at = flows.findIndex(({ id }) => id === flow.id);
      choose(proposal.amount === flow.openAmount ? (flows[at + 1] ?? flows[at - 1])?.id : flow.id);
      return message;
    });
  const undo = (): void => {
    if (undone === undefined || !latest) return;
    run(async () => {
      const message = await reverse(latest, t('matching.undoReason'));
      setDone((before) => before.slice(0, Math.max(0, before.lastIndexOf(undone))));
      choose(undone);
      return message;
    });
  };
  return { isWorking, canUndo: Boolean(latest), claim: claimFor, undo };
}

/**
 * The user's latest claim of a flow, if there is one to undo. Claims of colleagues are reversed on the page of the
 * flow.
 */
function useOwnClaim(flow: string | undefined) {
  const { data: person } = useQuery(personQuery);
  const query = ownClaimQuery(flow ?? '', person?.userCde ?? '');
  return useQuery({ ...query, enabled: flow !== undefined && person !== undefined }).data;
}

/** Returns a function that runs a call unless another one runs, shows its outcome, and reads all shown data again. */
function useOneAtATime() {
  const { succeeded, failed } = useFeedback();
  const client = useQueryClient();
  const [isWorking, setWorking] = useState(false);
  const isRunning = useRef(false);
  const runAlone = async (work: () => Promise<string>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setWorking(true);
    try {
      succeeded(await work());
    } catch (error) {
      failed(error);
    } finally {
      // a claim changes flow, line and case; after a refusal, the shown rows may be old
      await invalidateRows(client);
      isRunning.current = false;
      setWorking(false);
    }
  };
  return { isWorking, run: (work: () => Promise<string>): void => void runAlone(work) };
}
