import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../api/today.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { useFigureSource, useReadable } from '../dashboard/figureSource.ts';
import { Card } from '../dashboard/card.tsx';
import '../dashboard/dashboard.css';
import { ByAge, ByOfficer, ByStatus } from './charts.tsx';
import { ByKind } from './byKind.tsx';
import { Expiring } from './expiring.tsx';
import { CLAIMS, countOf, CURRENCY, ended, endingSoon, EXPIRING_WITHIN, totalOf } from './open.ts';

/**
 * How claims stand: by kind, status, age and officer, what was estimated against what was paid, and whose time limit
 * ends. Each figure opens the list that it counts.
 */
export function ClaimsDashboard(): ReactNode {
  const { t } = useTranslation();
  const mayRead = useReadable();
  const { entity } = useEntity(CLAIMS.entity);
  const all = useFigureSource(entity, { entity: CLAIMS.entity });
  const { data, error, refetch } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.status, all.where));
  return (
    <div className="page">
      <div className="page-header">
        <PageHeading of={t('claims.title')} />
        <span className="meta">{t('claims.about', { currency: CURRENCY })}</span>
      </div>
      {error ? (
        <Alert
          type="error"
          showIcon
          message={errorText(error, t)}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {t('error.retry')}
            </Button>
          }
        />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('claims.empty')}>
          {mayRead('cargo-claim') ? (
            <Link to="/claims/cargo-claim">
              <Button type="primary">{t('claims.begin')}</Button>
            </Link>
          ) : null}
        </Empty>
      ) : (
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
              <Card title={t('claims.expiring', { days: EXPIRING_WITHIN })}>
                <Expiring />
              </Card>
              <Card title={t('claims.byOfficer')}>
                <ByOfficer />
              </Card>
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** Open cases, their amounts, and those whose time limit ends or has ended. */
function Tiles(): ReactNode {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const today = useToday();
  const { entity } = useEntity(CLAIMS.entity);
  const open = useFigureSource(entity, { entity: CLAIMS.entity, preset: CLAIMS.open });
  const { data } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.kind, open.where, CLAIMS.amounts));
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className="figures">
      <Link className="figure-tile" to={open.address()}>
        <strong>{data ? number.format(countOf(data)) : '–'}</strong>
        <span>{t('claims.open')}</span>
      </Link>
      {CLAIMS.amounts.map((name) => {
        const field = fieldOf(entity, name)!;
        return (
          <Link key={name} className="figure-tile" to={open.address()}>
            <strong>{data ? amountText(totalOf(data, name), field, CURRENCY) : '–'}</strong>
            <span>{label(field.label)}</span>
          </Link>
        );
      })}
      <Limit text={t('claims.expiring', { days: EXPIRING_WITHIN })} period={endingSoon(today)} />
      <Limit text={t('claims.expired')} period={ended(today)} />
    </div>
  );
}

/** How many open cases have their time limit in a period. */
function Limit({ text, period }: { text: string; period: string }): ReactNode {
  const { i18n } = useTranslation();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, {
    entity: CLAIMS.entity,
    preset: CLAIMS.open,
    filters: () => ({ [CLAIMS.limit]: period }),
  });
  const { data } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.kind, where, CLAIMS.amounts));
  const count = data && countOf(data);
  return (
    <Link className="figure-tile" to={address()} data-urgent={count !== undefined && count > 0}>
      <strong>{count === undefined ? '–' : new Intl.NumberFormat(i18n.language).format(count)}</strong>
      <span>{text}</span>
    </Link>
  );
}
