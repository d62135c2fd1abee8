import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownGroups, shownRows } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { Bars } from '../dashboard/bars.tsx';
import { among, CURRENCY, listOf, SOURCE, tellingVersion, versionOf } from './versions.ts';

/** The latest years are shown. */
const MOST_YEARS = 6;

/**
 * Premium by kind and year, of the version that says most about each year; a line opens the premiums that it adds up.
 */
export function PremiumByYear(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(SOURCE.lines);
  const versions = useQuery(shownRows(SOURCE.versions, { where: [...SOURCE.where], sort: SOURCE.sort, pageSize: 500 }));
  const byYear = Map.groupBy((versions.data?.records ?? []).map(versionOf), ({ year }) => year);
  const telling = [...byYear.values()].slice(0, MOST_YEARS).flatMap((those) => tellingVersion(those) ?? []);
  const groups = useQuery({
    ...shownGroups(SOURCE.lines, 'versionId', among(telling), [SOURCE.total, ...SOURCE.kinds]),
    enabled: telling.length > 0,
  });
  if (versions.isPending || (telling.length > 0 && groups.isPending))
    return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const named = (name: string): string => label(fieldOf(entity, name)!.label);
  const shown = (amount: string): string => amountText(amount, fieldOf(entity, SOURCE.total)!, CURRENCY);
  const bars = telling.flatMap((version) => {
    const sums = groups.data?.find(({ value }) => value === version.id)?.sums;
    const of = (name: string): string => sums?.[name] ?? '0';
    return sums
      ? [
          {
            key: version.id,
            name: `${version.year} ${version.no}`,
            to: listOf(version),
            parts: SOURCE.kinds.map(of),
            partFigures: SOURCE.kinds.map((name) => shown(of(name))),
            figure: `${shown(of(SOURCE.total))} ${CURRENCY}`,
          },
        ]
      : [];
  });
  if (bars.length === 0)
    return (
      <p className="card-empty">
        {t('premium.noYears')} <Link to={`/premium/${SOURCE.versions}`}>{t('premium.begin')}</Link>
      </p>
    );
  return (
    <Bars
      title={t('premium.byYear')}
      heading={t('premium.year')}
      figure={named(SOURCE.total)}
      legend={SOURCE.kinds.map(named)}
      bars={bars}
    />
  );
}
