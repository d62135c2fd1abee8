import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../api/today.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { Card } from '../dashboard/card.tsx';
import { DayTile, OpenCaseTiles, type OpenCases } from '../dashboard/caseTiles.tsx';
import '../dashboard/dashboard.css';
import { DueList } from '../dashboard/dueList.tsx';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { ByCause, ByCompany, ByStage } from './charts.tsx';
import { CURRENCY, LITIGATION, NEAR_WITHIN_DAYS, nearPeriod, pastPeriod } from './source.ts';

const OPEN_CASES: OpenCases = {
  entity: LITIGATION.entity,
  open: LITIGATION.open,
  group: LITIGATION.stage,
  amounts: LITIGATION.amounts,
  currency: CURRENCY,
};

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
      <Cards groups={data} allCases={all.address()} />
    </>
  );
}

interface CardsProps {
  /** the cases by stage */
  groups: ComponentProps<typeof ByStage>['groups'];
  /** address of the list of all cases */
  allCases: string;
}

/** The cases by stage, cause and company, and their next deadlines. */
function Cards({ groups, allCases }: CardsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="dashboard-pair">
      <div>
        <Card title={t('litigation.byStage')} more={{ text: t('claims.allCases'), to: allCases }}>
          <ByStage groups={groups} />
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
  );
}

/** Tiles with the number and the amounts of open cases, and the numbers of near and passed days. */
function Tiles(): ReactNode {
  const { t } = useTranslation();
  const today = useToday();
  return (
    <div className="figures">
      <OpenCaseTiles of={OPEN_CASES} />
      <DayTile
        of={OPEN_CASES}
        text={t('litigation.near', { days: NEAR_WITHIN_DAYS })}
        day={LITIGATION.deadline}
        period={nearPeriod(today)}
      />
      <DayTile of={OPEN_CASES} text={t('litigation.passed')} day={LITIGATION.deadline} period={pastPeriod(today)} />
      <DayTile
        of={OPEN_CASES}
        text={t('litigation.overdue')}
        day={LITIGATION.performanceDue}
        period={pastPeriod(today)}
      />
    </div>
  );
}
