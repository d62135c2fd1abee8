import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../api/today.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { useEntity, useModel } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { Card } from '../dashboard/card.tsx';
import { DayTile, OpenCaseTiles, type OpenCases } from '../dashboard/caseTiles.tsx';
import type { FigureSource } from '../dashboard/cards.ts';
import '../dashboard/dashboard.css';
import { DueList } from '../dashboard/dueList.tsx';
import { ByAge, ByOfficer, ByStatus } from './charts.tsx';
import { ByKind } from './byKind.tsx';
import { CLAIMS, CURRENCY, expiredPeriod, EXPIRING_WITHIN_DAYS, expiringPeriod } from './source.ts';

const OPEN_CASES: OpenCases = {
  entity: CLAIMS.entity,
  open: CLAIMS.open,
  group: CLAIMS.kind,
  amounts: CLAIMS.amounts,
  currency: CURRENCY,
};

/** The open cases whose time bar expires soon. */
const EXPIRING: FigureSource = {
  entity: CLAIMS.entity,
  preset: CLAIMS.open,
  filters: (today) => ({ [CLAIMS.timeBar]: expiringPeriod(today) }),
};

/** Dashboard of claims by kind, status, age, officer and time bar. Each figure links to the list that it counts. */
export function ClaimsDashboard(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-header">
        <PageHeading of={t('claims.title')} />
        <span className="meta">{t('claims.about', { currency: CURRENCY })}</span>
      </div>
      <Figures />
    </div>
  );
}

function Figures(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(CLAIMS.entity);
  const all = useFigureSource(entity, { entity: CLAIMS.entity });
  const { data, error, refetch } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.status, all.where));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (data.length === 0) return <NoClaims />;
  return (
    <>
      <Tiles />
      <div className="dashboard-pair">
        <div>
          <Card title={t('claims.byKind')}>
            <ByKind />
          </Card>
          <Card title={t('claims.byAge')}>
            <ByAge />
          </Card>
          <Card title={t('claims.byStatus')} more={{ text: t('claims.allCases'), to: all.address() }}>
            <ByStatus groups={data} />
          </Card>
        </div>
        <div>
          <Card title={t('claims.expiring', { days: EXPIRING_WITHIN_DAYS })}>
            <DueList
              source={EXPIRING}
              field={CLAIMS.timeBar}
              empty={t('claims.noExpiring', { days: EXPIRING_WITHIN_DAYS })}
            />
          </Card>
          <Card title={t('claims.byOfficer')}>
            <ByOfficer />
          </Card>
        </div>
      </div>
    </>
  );
}

function NoClaims(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const model = useModel();
  const kinds = CLAIMS.kinds.flatMap((kind) => model.find(({ name }) => name === kind) ?? []);
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('claims.empty')}>
      <Space wrap>
        {kinds.map((kind) => (
          <Link key={kind.name} to={`/claims/${kind.name}`}>
            <Button>{label(kind.label)}</Button>
          </Link>
        ))}
      </Space>
    </Empty>
  );
}

/** Tiles with the number and the amounts of open cases, and the numbers of cases that expire soon or have expired. */
function Tiles(): ReactNode {
  const { t } = useTranslation();
  const today = useToday();
  return (
    <div className="figures">
      <OpenCaseTiles of={OPEN_CASES} />
      <DayTile
        of={OPEN_CASES}
        text={t('claims.expiring', { days: EXPIRING_WITHIN_DAYS })}
        day={CLAIMS.timeBar}
        period={expiringPeriod(today)}
      />
      <DayTile of={OPEN_CASES} text={t('claims.expired')} day={CLAIMS.timeBar} period={expiredPeriod(today)} />
    </div>
  );
}
