import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownGroups } from '../../records/list/shownRows.ts';
import { sumOf } from '../dashboard/sums.ts';
import { addUp, currencyOfGroup } from './amounts.ts';
import { CurrencyBars, type MoneyBar } from './currencyBars.tsx';
import type { PremiumKind } from './kinds.ts';
import { useKindFields } from './useKinds.ts';
import { MAX_YEARS } from './overviewQuery.ts';
import { usePremiumTexts } from './texts.ts';
import { useVersionName } from './useVersionName.ts';
import { coversAddress, decidingVersion, inVersions, type Version, yearsOf } from './versions.ts';

interface Props {
  kind: PremiumKind;
  /** its versions */
  versions: readonly Version[];
}

/**
 * Charts of a kind's premium by year and part, from the deciding version of each year. A bar links to the rows that it
 * totals.
 */
export function PremiumByYear({ kind, versions }: Props): ReactNode {
  const { t } = useTranslation();
  const { labelOf } = usePremiumTexts();
  const fields = useKindFields(kind);
  const nameOf = useVersionName();
  const deciding = yearsOf(versions)
    .slice(0, MAX_YEARS)
    .flatMap((year) => decidingVersion(versions.filter((version) => version.year === year)) ?? []);
  const parts = fields.parts.map(({ name }) => name);
  const { data } = useQuery(shownGroups(kind.entity, kind.version, inVersions(kind, deciding), [kind.due, ...parts]));
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const hasParts = addUp(data, parts, kind.due);
  const bars = deciding.flatMap((version) => {
    const groups = data.filter(({ value }) => value === version.id);
    return groups.map((group): MoneyBar => {
      const currency = currencyOfGroup(kind, group);
      return {
        key: version.id,
        name: nameOf(version.year, version),
        to: coversAddress(kind, version, groups.length > 1 ? { currency } : {}),
        currency,
        amount: sumOf(group, kind.due),
        ...(hasParts && { parts: parts.map((part) => sumOf(group, part)) }),
      };
    });
  });
  return (
    <CurrencyBars
      title={t('premium.byYear')}
      heading={t('premium.year')}
      figure={labelOf(fields.due)}
      legend={hasParts ? fields.parts.map(labelOf) : undefined}
      bars={bars}
    />
  );
}
