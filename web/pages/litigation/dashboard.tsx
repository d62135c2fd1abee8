import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../api/today.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { Card } from '../dashboard/card.tsx';
import '../dashboard/dashboard.css';
import { DueList } from '../dashboard/dueList.tsx';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { countOf, totalOf } from '../dashboard/sums.ts';
import { ByCause, ByCompany, ByStage } from './charts.tsx';
import { CURRENCY, LITIGATION, NEAR_WITHIN_DAYS, nearPeriod, pastPeriod } from './source.ts';

/** Dashboard of litigation by stage, cause, company and amount. Each figure links to the list that it counts. */
export function LitigationDashboard(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-header">
        <PageHeading of={t('litigation.title')} />
        <span className="meta">{t('claims.about', { currency: CURRENCY })}</span>
      </div>
      <Figures />
    </div>
  );
}

function Figures(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(LITIGATION.entity);
  const all = useFigureSource(entity, { entity: LITIGATION.entity });
  const { data, error, refetch } = useQuery(
    shownGroups(LITIGATION.entity, LITIGATION.stage, all.where, [LITIGATION.claimed]),
  );
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (data.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('claims.empty')}>
        <Link to={all.address()}>
          <Button>{t('claims.allCases')}</Button>
        </Link>
      </Empty>
    );
  return (
    <>
      <Tiles />
      <div className="dashboard-pair">
        <div>
          <Card title={t('litigation.byStage')} more={{ text: t('claims.allCases'), to: all.address() }}>
            <ByStage groups={data} />
          </Card>
          <Card title={t('litigation.byCause')}>
            <ByCause />
          </Card>
        </div>
        <div>
          <Card title={t('litigation.deadlines')}>
            <DueList
              source={{ entity: LITIGATION.entity, preset: LITIGATION.open }}
              field={LITIGATION.deadline}
              empty={t('litigation.noDeadline')}
            />
          </Card>
          <Card title={t('litigation.byCompany')}>
            <ByCompany />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Tiles with the number and the amounts of open cases, and the numbers of near and passed days. */
function Tiles(): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const label = useLabel();
  const today = useToday();
  const { entity } = useEntity(LITIGATION.entity);
  const open = useFigureSource(entity, { entity: LITIGATION.entity, preset: LITIGATION.open });
  const { data } = useQuery(shownGroups(LITIGATION.entity, LITIGATION.stage, open.where, LITIGATION.amounts));
  return (
    <div className="figures">
      <Link className="figure-tile" to={open.address()}>
        <strong>{data ? numberText(countOf(data)) : '–'}</strong>
        <span>{t('claims.open')}</span>
      </Link>
      {LITIGATION.amounts.map((name) => {
        const field = fieldOf(entity, name)!;
        return (
          <Link key={name} className="figure-tile" to={open.address()}>
            <strong>{data ? amountText(totalOf(data, name), field, CURRENCY) : '–'}</strong>
            <span>{label(field.label)}</span>
          </Link>
        );
      })}
      <DayTile
        text={t('litigation.near', { days: NEAR_WITHIN_DAYS })}
        filter={LITIGATION.deadline}
        period={nearPeriod(today)}
      />
      <DayTile text={t('litigation.passed')} filter={LITIGATION.deadline} period={pastPeriod(today)} />
      <DayTile text={t('litigation.overdue')} filter={LITIGATION.performanceDue} period={pastPeriod(today)} />
    </div>
  );
}

/** The number of open cases with a day in a period. */
function DayTile({ text, filter, period }: { text: string; filter: string; period: string }): ReactNode {
  const numberText = useNumberText();
  const { entity } = useEntity(LITIGATION.entity);
  const { where, address } = useFigureSource(entity, {
    entity: LITIGATION.entity,
    preset: LITIGATION.open,
    filters: () => ({ [filter]: period }),
  });
  const { data } = useQuery(shownGroups(LITIGATION.entity, LITIGATION.stage, where, [LITIGATION.claimed]));
  const count = data && countOf(data);
  return (
    <Link className="figure-tile" to={address()} data-urgent={count !== undefined && count > 0}>
      <strong>{count === undefined ? '–' : numberText(count)}</strong>
      <span>{text}</span>
    </Link>
  );
}
