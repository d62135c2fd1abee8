import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { type Group, shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { useTitles } from '../../fields/ref/titles.ts';
import { textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { Bars } from '../dashboard/bars.tsx';
import { Card } from '../dashboard/card.tsx';
import '../dashboard/dashboard.css';
import { PremiumByYear } from './byYear.tsx';
import './premium.css';
import { among, CURRENCY, listOf, SOURCE, tellingOf, tellingVersion, type Version, versionOf } from './versions.ts';

const SUMS = [SOURCE.total, ...SOURCE.kinds, ...SOURCE.others];
const TOP = 10;

const sumOf = (group: Group | undefined, name: string): string => group?.sums?.[name] ?? '0';
const difference = (a: string, b: string): string =>
  printDecimal((parseDecimal(a) ?? new Decimal(0)).minus(parseDecimal(b) ?? new Decimal(0)));

/**
 * How premium stands: by kind and year, by fleet and vessel, and what was estimated against what became of it. Each
 * figure opens what it adds up.
 */
export function PremiumDashboard(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(SOURCE.versions);
  const { data, error, refetch } = useQuery(
    shownRows(SOURCE.versions, { where: [...SOURCE.where], sort: SOURCE.sort, pageSize: 500 }),
  );
  const [chosen, setChosen] = useState<string>();
  const versions = (data?.records ?? []).map(versionOf);
  const byYear = Map.groupBy(versions, ({ year }) => year);
  const version = versions.find(({ id }) => id === chosen) ?? tellingVersion(byYear.get(versions[0]?.year ?? '') ?? []);
  const option = (name: string, code: string): string => {
    const found =
      fieldOf(entity, name)?.options?.find((one) => one.code === code) ??
      entity.machines.find(({ field }) => field === name)?.states.find((state) => state.code === code);
    return found ? label('label' in found ? found.label : found) : code;
  };
  return (
    <div className="page premium-dashboard">
      <div className="page-header">
        <PageHeading of={t('premium.title')} />
        <span className="meta">{t('premium.about', { currency: CURRENCY })}</span>
        <span className="spacer" />
        {version && (
          <Select
            showSearch
            optionFilterProp="label"
            className="premium-version"
            aria-label={t('premium.version')}
            value={version.id}
            onChange={setChosen}
            popupMatchSelectWidth={false}
            options={[...byYear].map(([year, those]) => ({
              label: year,
              title: year,
              options: those.map(({ id, no, type, status }) => ({
                value: id,
                label: `${year} ${no} · ${option('versionType', type)} · ${option('versionStatus', status)}`,
              })),
            }))}
          />
        )}
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
      ) : !version ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.empty')}>
          <CanAccess resource={SOURCE.versions} action="add">
            <Link to={`/premium/${SOURCE.versions}`}>
              <Button type="primary">{t('premium.begin')}</Button>
            </Link>
          </CanAccess>
        </Empty>
      ) : (
        <Figures version={version} byYear={byYear} />
      )}
    </div>
  );
}

function Figures({
  version,
  byYear,
}: {
  version: Version;
  byYear: ReadonlyMap<string, readonly Version[]>;
}): ReactNode {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(SOURCE.lines);
  const ofYear = byYear.get(version.year) ?? [];
  const [estimate, actual] = [tellingOf(ofYear, 'estimate'), tellingOf(ofYear, 'actual')];
  const asked = [
    ...new Map(
      [version, ...(estimate ? [estimate] : []), ...(actual ? [actual] : [])].map((one) => [one.id, one]),
    ).values(),
  ];
  const { data: groups } = useQuery(shownGroups(SOURCE.lines, 'versionId', among(asked), SUMS));
  const { data: fleets } = useQuery(shownGroups(SOURCE.lines, 'fleet', among([version]), [SOURCE.total]));
  const { data: vessels } = useQuery(
    shownRows(SOURCE.lines, { where: among([version]), sort: `-${SOURCE.total}`, pageSize: TOP }),
  );
  const fleetNames = useTitles(
    fieldOf(entity, 'fleet')?.ref,
    (fleets ?? []).flatMap(({ value }) => value ?? []),
  );
  if (!groups || !fleets || !vessels) return <Skeleton active paragraph={{ rows: 8 }} />;
  const named = (name: string): string => label(fieldOf(entity, name)!.label);
  const shown = (amount: string): string => amountText(amount, fieldOf(entity, SOURCE.total)!, CURRENCY);
  const of = ({ id }: Version): Group | undefined => groups.find(({ value }) => value === id);
  const now = of(version);
  if (!now)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.noLines')}>
        <Link to={`/premium/${SOURCE.versions}/${version.id}`}>
          <Button type="primary">{t('premium.openVersion')}</Button>
        </Link>
      </Empty>
    );
  return (
    <>
      <div className="figures">
        <Link className="figure-tile" to={listOf(version)}>
          <strong>{new Intl.NumberFormat(i18n.language).format(now.count)}</strong>
          <span>{t('premium.covers')}</span>
        </Link>
        {[SOURCE.total, ...SOURCE.others].map((name) => (
          <Link key={name} className="figure-tile" to={listOf(version)}>
            <strong>{shown(sumOf(now, name))}</strong>
            <span>{named(name)}</span>
          </Link>
        ))}
      </div>
      <div className="dashboard-pair">
        <div>
          <Card title={t('premium.byYear')}>
            <PremiumByYear />
          </Card>
          <Card title={t('premium.byFleet')}>
            <Bars
              title={t('premium.byFleet')}
              heading={named('fleet')}
              figure={named(SOURCE.total)}
              bars={fleets.map(({ value, sums }) => ({
                key: value ?? '',
                name: value === null ? t('welcome.noValue') : (fleetNames?.get(value) ?? value),
                to: listOf(version, value === null ? {} : { fleet: value }),
                parts: [sums?.[SOURCE.total] ?? '0'],
                figure: shown(sums?.[SOURCE.total] ?? '0'),
              }))}
            />
          </Card>
        </div>
        <div>
          <Card title={t('premium.estimateActual', { year: version.year })}>
            {estimate && actual ? (
              <Compared estimate={estimate} actual={actual} of={of} named={named} shown={shown} />
            ) : (
              <p className="card-empty">{t('premium.noComparison', { year: version.year })}</p>
            )}
          </Card>
          <Card
            title={t('premium.topVessels', { count: TOP })}
            more={{ text: t('premium.allVessels'), to: listOf(version, { _sort: `-${SOURCE.total}` }) }}
          >
            <Bars
              title={t('premium.topVessels', { count: TOP })}
              heading={named('vslCde')}
              figure={named(SOURCE.total)}
              bars={vessels.records
                .filter((row) => textOf(row[SOURCE.total]) !== '')
                .map((row) => ({
                  key: row.id,
                  name: `${textOf(row['vslCde'])} ${textOf(row['vslNme'])}`,
                  to: `/premium/${SOURCE.lines}/${row.id}`,
                  parts: [textOf(row[SOURCE.total])],
                  figure: shown(textOf(row[SOURCE.total])),
                }))}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

interface ComparedProps {
  estimate: Version;
  actual: Version;
  of: (version: Version) => Group | undefined;
  named: (name: string) => string;
  shown: (amount: string) => string;
}

/** What was estimated, what it became, and the difference, for each kind. */
function Compared({ estimate, actual, of, named, shown }: ComparedProps): ReactNode {
  const { t } = useTranslation();
  return (
    <table className="compared">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{t('premium.kind')}</span>
          </th>
          <th scope="col">
            <Link to={listOf(estimate)}>
              {t('premium.estimate')} {estimate.no}
            </Link>
          </th>
          <th scope="col">
            <Link to={listOf(actual)}>
              {t('premium.actual')} {actual.no}
            </Link>
          </th>
          <th scope="col">{t('premium.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {[...SOURCE.kinds, SOURCE.total].map((name) => {
          const [before, after] = [sumOf(of(estimate), name), sumOf(of(actual), name)];
          return (
            <tr key={name}>
              <th scope="row">{named(name)}</th>
              <td>{shown(before)}</td>
              <td>{shown(after)}</td>
              <td>{shown(difference(after, before))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
