import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import type { ApprovalRound } from '../approval/round.ts';
import { roundsQuery } from '../approval/rounds.ts';
import { DetailFields } from '../detail/fields.tsx';
import { useEntity } from '../model.ts';
import { Changes } from './changes.tsx';
import { Contents } from './contents.tsx';
import { DecisionBar } from './decisionBar.tsx';
import { Levels } from './levels.tsx';
import { ParentContents } from './parentContents.tsx';
import { recordQuery } from './recordQuery.ts';
import type { TaskEntity } from './todos.ts';
import { useWaiting } from './waitingDays.ts';

/** A to-do in the inbox, with the remark that is being typed. */
export interface CardProps {
  entity: TaskEntity;
  /** id of the to-do */
  id: string;
  /** the remark that was typed so far */
  remark: string;
  onRemark: (remark: string) => void;
  /** called when the to-do was decided or withdrawn */
  onDecided: () => void;
}

interface Props extends CardProps {
  task: Row;
  /** the entity of the record */
  record: string;
}

/** An approval: what is decided, who submitted it, which levels it passes, and the decision. */
export function ApprovalCard({ entity: tasks, task, record, remark, onRemark, onDecided }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(record);
  const id = textOf(task[tasks.tasks.record]);
  const { data: row, error } = useQuery(recordQuery(record, id));
  const { data: rounds, error: roundsError } = useQuery(roundsQuery(record, id));
  const failure = error ?? roundsError;
  if (!row || !rounds)
    return (
      <div className="inbox-card">
        {failure ? <Alert type="error" showIcon message={errorText(failure, t)} /> : <Skeleton active />}
      </div>
    );
  const round = rounds.find((one) => one.id === textOf(task['id']));
  const facts = Object.keys(entity.approval?.fill ?? {}).filter((name) => !isAbsent(task[name]));
  return (
    <article className="inbox-card" aria-labelledby="inbox-title">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled element must be reachable by keyboard */}
      <div className="inbox-scroll" tabIndex={0}>
        <Head entity={entity} row={row} round={round} />
        {round && <Levels round={round} />}
        <Contents entity={entity} row={row} />
        <Changes entity={entity} row={row} round={round} rounds={rounds} />
        {facts.length > 0 && (
          <section className="inbox-facts">
            <DetailFields entity={tasks} row={task} fields={facts} />
          </section>
        )}
        <ParentContents entity={entity} row={row} />
      </div>
      <DecisionBar {...{ tasks, entity, row, round, remark, onRemark, onDecided }} />
    </article>
  );
}

interface HeadProps {
  entity: ReturnType<typeof useEntity>['entity'];
  row: Row;
  round: ApprovalRound | undefined;
}

/** Title of the record, the amount, the submitter and the remark of the submission. */
function Head({ entity, row, round }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const waiting = useWaiting();
  const submission = round?.lines.find(({ step }) => step === 'submit');
  return (
    <header className="inbox-head">
      <div>
        <h2 id="inbox-title">
          <Link to={`/${entity.area}/${entity.name}/${textOf(row['id'])}`} data-inbox="record">
            {label(titlesOf(entity, row)) || `#${textOf(row['id'])}`}
          </Link>{' '}
          <span className="kind-aside">{label(entity.label)}</span>
        </h2>
        {round?.amount != null && (
          <strong className="inbox-amount">
            {t('approval.amount', { amount: groupDigits(round.amount, 2), currency: round.currency })}
          </strong>
        )}
      </div>
      {submission && (
        <p>
          {t('inbox.submitted', {
            name: submission.byName ?? submission.by,
            date: dayjs(submission.at).format('YYYY-MM-DD HH:mm'),
          })}
          {round?.open && <span className="kind-aside"> · {waiting(submission.at)}</span>}
        </p>
      )}
      {submission?.opinion != null && <blockquote className="inbox-remark">{submission.opinion}</blockquote>}
    </header>
  );
}
