import { Alert, Button, Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { ShortcutHelp, type ShortcutLine } from '../../shell/shortcuts/help.tsx';
import { FlowList } from './flows.tsx';
import './matching.css';
import { Proposals } from './proposals.tsx';
import { FLOWS } from './source.ts';
import { type Direction, DIRECTIONS, useMatching } from './useMatching.ts';

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
  const { flows, error, isPending, claims } = matching;
  const isEmpty = !isPending && !error && flows.length === 0;
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
      {isEmpty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('matching.noFlows')} /> : null}
      {flows.length > 0 ? <Matching of={matching} /> : null}
    </div>
  );
}

/** The flows, and the proposals for the chosen one. */
function Matching({ of: matching }: { of: ReturnType<typeof useMatching> }): ReactNode {
  const { t } = useTranslation();
  const { flows, total, flow, chosen, claims } = matching;
  return (
    <div className="matching">
      <FlowList flows={flows} total={total} chosen={flow?.id} onChoose={matching.chooseFlow} />
      {flow ? (
        <Proposals
          key={flow.id}
          flow={flow}
          chosen={chosen}
          isWorking={claims.isWorking}
          onChoose={matching.chooseProposal}
          onClaim={(one) => claims.claim(flow, one)}
        />
      ) : (
        <section className="matching-proposals" aria-live="polite">
          {claims.isWorking ? <Skeleton active /> : <p>{t('matching.gone')}</p>}
        </section>
      )}
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
