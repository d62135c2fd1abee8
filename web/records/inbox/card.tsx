import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { DetailFields } from '../detail/fields.tsx';
import { rowQuery } from '../form/row.ts';
import { useModel } from '../model.ts';
import { useRecordOf } from '../recordOf.ts';
import { ApprovalCard, type CardProps } from './approvalCard.tsx';
import { isApproval } from './address.ts';
import type { TaskEntity } from './todos.ts';

/** A to-do: the decision of an approval, or a reminder with a link to its record. */
export function TodoCard(props: CardProps): ReactNode {
  const { t } = useTranslation();
  const model = useModel();
  const { entity, id } = props;
  const { data: task, error } = useQuery(rowQuery(entity.name, id));
  if (!task)
    return (
      <div className="inbox-card">
        {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : <Skeleton active />}
      </div>
    );
  const record = model.find(({ name }) => name === task[entity.tasks.entity]);
  if (!record || !isApproval(entity, task)) return <PlainCard entity={entity} task={task} />;
  return (
    <FailureBoundary onRetry={() => undefined}>
      <Suspense
        fallback={
          <div className="inbox-card">
            <Skeleton active />
          </div>
        }
      >
        <ApprovalCard {...props} task={task} record={record.name} />
      </Suspense>
    </FailureBoundary>
  );
}

/** A to-do that is not decided here: its own fields and a link to its record, or to its page. */
function PlainCard({ entity, task }: { entity: TaskEntity; task: Row }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const record = useRecordOf(entity)(task);
  const title = isAbsent(task[entity.tasks.number]) ? label(titlesOf(entity, task)) : textOf(task[entity.tasks.number]);
  const fields = entity.list.columns.filter((name) => !isAbsent(task[name]));
  const own = `/${entity.area}/${entity.name}/${textOf(task['id'])}`;
  return (
    <article className="inbox-card" aria-labelledby="inbox-title">
      <div className="inbox-scroll">
        <header>
          <h2 id="inbox-title">{title}</h2>
          <Link to={record ?? own} data-inbox="record">
            <Button type="primary" tabIndex={-1}>
              {t(record === undefined ? 'inbox.openTodo' : 'approval.openRecord')}
            </Button>
          </Link>
        </header>
        {isApproval(entity, task) && <Alert type="info" showIcon message={t('inbox.noRight')} />}
        <DetailFields entity={entity} row={task} fields={fields} />
      </div>
    </article>
  );
}
