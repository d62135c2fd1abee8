import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Where } from '../../api/where.ts';
import { usePreset } from '../../records/list/presets.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { ShortcutHelp, type ShortcutLine } from '../../shell/shortcuts/help.tsx';
import { FlowList } from './flows.tsx';
import './matching.css';
import { Proposals } from './proposals.tsx';
import { type Flow, FLOWS, proposalsQuery } from './source.ts';
import { useClaims } from './useClaims.ts';
import { useMatchingKeys } from './useMatchingKeys.ts';

const MAX_FLOWS = 100;
const DIRECTIONS = ['all', 'RECEIPT', 'PAYMENT'] as const;
type Direction = (typeof DIRECTIONS)[number];

const HELP: readonly ShortcutLine[] = [
  [['↑', '↓'], 'matching.key.choose'],
  [['←', '→'], 'matching.key.side'],
  [['Enter'], 'matching.key.claim'],
  [['u'], 'matching.key.undo'],
  [['?'], 'quickKeys.help'],
];

/** Open bank flows at the left; at the right, what the chosen one may pay, claimed with one click or key. */
export function MatchingPage(): ReactNode {
  const { t } = useTranslation();
  const [direction, setDirection] = useState<Direction>('all');
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const matching = useMatching({ page, direction, help: () => setIsHelpOpen(true) });
  const { flows, total, flow, error, isPending, chosen, claims } = matching;
  return (
    <div className="page matching-page" ref={page}>
      <div className="page-header">
        <PageHeading of={{ en: t('matching.title', { lng: 'en-US' }), zh: t('matching.title', { lng: 'zh-CN' }) }} />
        <span className="page-actions">
          <DirectionChoice value={direction} onChange={setDirection} />
          <Button disabled={!claims.canUndo} loading={claims.isWorking} onClick={claims.undo}>
            {t('matching.undo')} <kbd className="key">u</kbd>
          </Button>
          <Link to={`${FLOWS.path}?_preset=${FLOWS.preset}`}>{t('matching.allFlows')}</Link>
          <ShortcutHelp lines={HELP} isOpen={isHelpOpen} onOpen={setIsHelpOpen} />
        </span>
      </div>
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      {isPending && !error ? <Skeleton active /> : null}
      {!isPending && !error && flow === undefined ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('matching.noFlows')} />
      ) : null}
      {flow ? (
        <div className="matching">
          <FlowList flows={flows} total={total} chosen={flow.id} onChoose={matching.chooseFlow} />
          <Proposals
            key={flow.id}
            flow={flow}
            chosen={chosen}
            isWorking={claims.isWorking}
            onChoose={matching.chooseProposal}
            onClaim={(one) => claims.claim(flow, one)}
          />
        </div>
      ) : null}
    </div>
  );
}

function DirectionChoice({ value, onChange }: { value: Direction; onChange: (chosen: Direction) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Segmented<Direction>
      aria-label={t('matching.direction')}
      value={value}
      onChange={onChange}
      options={DIRECTIONS.map((one) => ({ value: one, label: t(`matching.direction.${one}`) }))}
    />
  );
}

interface MatchingOptions {
  page: RefObject<HTMLDivElement | null>;
  direction: Direction;
  help: () => void;
}

/** The open flows, the chosen flow and proposal, and the keys that choose and claim. */
function useMatching({ page, direction, help }: MatchingOptions) {
  const { flows, total, error, isPending } = useOpenFlows(direction);
  const [chosenFlow, setChosenFlow] = useState<string>();
  const [chosen, chooseProposal] = useState(0);
  const flow = flows.find(({ id }) => id === chosenFlow) ?? flows[0];
  const { data: proposals = [] } = useQuery({ ...proposalsQuery(flow?.id ?? ''), enabled: flow !== undefined });
  const chooseFlow = (id: string | undefined): void => {
    setChosenFlow(id);
    chooseProposal(0);
  };
  const claims = useClaims({ flows, chosen: flow, choose: chooseFlow });
  const proposal = proposals[chosen];
  useMatchingKeys({
    page,
    flows: flows.map(({ id }) => id),
    flow: flow?.id,
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
