import { useQuery } from '@tanstack/react-query';
import { Alert, Empty, Skeleton, Timeline } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { errorText } from '../../shell/errorText.ts';
import '../history/history.css';
import { Progress } from './progress.tsx';
import type { ApprovalLine, ApprovalRound } from './round.ts';
import { roundsQuery } from './rounds.ts';

const COLOURS = { submit: 'blue', approve: 'green', reject: 'red', withdraw: 'gray' } as const;

/** All approvals of a record, the latest first, with their levels, authors, times and opinions. */
export function ApprovalLog({ entity, id }: { entity: string; id: string }): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useQuery(roundsQuery(entity, id));
  if (error && !data) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('approval.none')} />;
  return data.map((round) => <Round key={round.id} round={round} />);
}

function Round({ round }: { round: ApprovalRound }): ReactNode {
  return (
    <section className="detail-section">
      <Progress round={round} />
      <Timeline
        className="history"
        items={round.lines
          .toReversed()
          .map((line, index) => ({ key: String(index), color: COLOURS[line.step], children: <Line line={line} /> }))}
      />
    </section>
  );
}

function Line({ line: { step, level, by, byName, at, opinion } }: { line: ApprovalLine }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <>
      <div className="history-head">
        <time dateTime={at}>{dayjs(at).format('YYYY-MM-DD HH:mm:ss')}</time>
        <span>{byName ?? by}</span>
        <strong>{t(`approval.step.${step}`)}</strong>
        {level ? <span className="kind-aside">{label(level)}</span> : null}
      </div>
      {opinion === null ? null : <p className="approval-opinion">{opinion}</p>}
    </>
  );
}
