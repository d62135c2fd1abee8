import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownGroups } from '../../records/list/shownRows.ts';
import { type Bar, Bars } from '../dashboard/bars.tsx';
import { sumOf } from '../dashboard/sums.ts';
import { usePremiumTexts } from './texts.ts';
import { coversAddress, CURRENCY, decidingVersion, inVersions, PREMIUM, versionOf } from './versions.ts';
import { versionsQuery } from './versionsQuery.ts';

/** Maximum number of years; the latest years are shown. */
const MAX_YEARS = 6;

/**
 * Chart of the premium by year and kind, from the deciding version of each year. A bar links to the covers that it
 * totals.
 */
export function PremiumByYear(): ReactNode {
  const { t } = useTranslation();
  const texts = usePremiumTexts();
  const versions = useQuery(versionsQuery);
  const byYear = Map.groupBy((versions.data?.records ?? []).map(versionOf), ({ year }) => year);
  const deciding = [...byYear.values()].slice(0, MAX_YEARS).flatMap((ofYear) => decidingVersion(ofYear) ?? []);
  const groups = useQuery({
    ...shownGroups(PREMIUM.covers, 'versionId', inVersions(deciding), [PREMIUM.total, ...PREMIUM.kinds]),
    enabled: deciding.length > 0,
  });
  if (versions.isPending || (deciding.length > 0 && groups.isPending))
    return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const bars = deciding.flatMap((version): Bar[] => {
    const group = groups.data?.find(({ value }) => value === version.id);
    if (!group?.sums) return [];
    const parts = PREMIUM.kinds.map((kind) => sumOf(group, kind));
    return [
      {
        key: version.id,
        name: `${version.year} ${version.no}`,
        to: coversAddress(version),
        parts,
        partFigures: parts.map(texts.amountText),
        figure: `${texts.amountText(sumOf(group, PREMIUM.total))} ${CURRENCY}`,
      },
    ];
  });
  if (bars.length === 0)
    return (
      <p className="card-empty">
        {t('premium.noYears')} <Link to={`/premium/${PREMIUM.versions}`}>{t('premium.begin')}</Link>
      </p>
    );
  return (
    <Bars
      title={t('premium.byYear')}
      heading={t('premium.year')}
      figure={texts.labelOf(PREMIUM.total)}
      legend={PREMIUM.kinds.map(texts.labelOf)}
      bars={bars}
    />
  );
}
