import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fieldOf, useEntity } from '../../records/model.ts';
import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import '../dashboard/dashboard.css';
import { PremiumFigures } from './figures.tsx';
import './premium.css';
import { CURRENCY, decidingVersion, PREMIUM, type Version, versionOf } from './versions.ts';
import { versionsQuery } from './versionsQuery.ts';

/** Dashboard of the premium in a chosen version. Each figure links to the list that it totals. */
export function PremiumDashboard(): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(versionsQuery);
  const [chosen, setChosen] = useState<string>();
  const versions = (data?.records ?? []).map(versionOf);
  const byYear = Map.groupBy(versions, ({ year }) => year);
  const version =
    versions.find(({ id }) => id === chosen) ?? decidingVersion(byYear.get(versions[0]?.year ?? '') ?? []);
  return (
    <div className="page premium-dashboard">
      <div className="page-header">
        <PageHeading of={t('premium.title')} />
        <span className="meta">{t('premium.about', { currency: CURRENCY })}</span>
        <span className="spacer" />
        {version && <VersionSelect chosen={version} byYear={byYear} onChoose={setChosen} />}
      </div>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : !version ? (
        <NoVersions />
      ) : (
        <PremiumFigures version={version} ofYear={byYear.get(version.year) ?? []} />
      )}
    </div>
  );
}

interface SelectProps {
  chosen: Version;
  byYear: ReadonlyMap<string, readonly Version[]>;
  onChoose: (id: string) => void;
}

function VersionSelect({ chosen, byYear, onChoose }: SelectProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(PREMIUM.versions);
  const option = (name: string, code: string): string => label(optionLabel(fieldOf(entity, name), code));
  return (
    <Select
      showSearch
      optionFilterProp="label"
      className="premium-version"
      aria-label={t('premium.version')}
      value={chosen.id}
      onChange={onChoose}
      popupMatchSelectWidth={false}
      options={[...byYear].map(([year, versions]) => ({
        label: year,
        title: year,
        options: versions.map(({ id, no, type, status }) => ({
          value: id,
          label: `${year} ${no} · ${option('versionType', type)} · ${option('versionStatus', status)}`,
        })),
      }))}
    />
  );
}

function NoVersions(): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.empty')}>
      <CanAccess resource={PREMIUM.versions} action="add">
        <Link to={`/premium/${PREMIUM.versions}`}>
          <Button type="primary">{t('premium.begin')}</Button>
        </Link>
      </CanAccess>
    </Empty>
  );
}
