import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../dashboard/card.tsx';
import { largestFirst } from './amounts.ts';
import { CurrencyBars } from './currencyBars.tsx';
import { VERSIONS } from './kinds.ts';
import { usePremiumKinds } from './useKinds.ts';
import type { KindYear } from './kindYears.ts';
import { useOverview } from './overviewQuery.ts';
import './premium.css';
import { useVersionName } from './useVersionName.ts';
import { coversAddress } from './versions.ts';

interface Props {
  entries: readonly KindYear[];
  year: string;
  /** shown in place of charts if the year has no premium */
  empty?: string | undefined;
}

/**
 * Charts of the premium of a year by kind, from the deciding version of each, the largest first. A bar links to the
 * rows that it totals.
 */
export function ByKind({ entries, year, empty }: Props): ReactNode {
  const { t } = useTranslation();
  const { typeText } = usePremiumKinds();
  const nameOf = useVersionName();
  const bars = entries
    .filter((entry) => entry.year === year)
    .flatMap(({ kind, deciding: { version, amounts } }) =>
      amounts.map(({ currency, amount }) => ({
        key: kind.type,
        name: nameOf(typeText(kind.type), version),
        to: coversAddress(kind, version, amounts.length > 1 ? { currency } : {}),
        currency,
        amount,
      })),
    )
    .toSorted(largestFirst);
  if (bars.length === 0)
    return (
      <p className="card-empty">
        {empty ?? t('premium.noYears')} <Link to={`/premium/${VERSIONS}`}>{t('premium.begin')}</Link>
      </p>
    );
  return (
    <CurrencyBars
      title={t('premium.byKind', { year })}
      heading={t('premium.kind')}
      figure={t('premium.amount')}
      bars={bars}
    />
  );
}

/** A card with the premium of the latest year by kind. */
export function LatestPremium(): ReactNode {
  const { t } = useTranslation();
  const { entries, error } = useOverview(true);
  const year = entries
    ?.map((entry) => entry.year)
    .toSorted()
    .at(-1);
  if (error) return null;
  return (
    <Card
      title={year === undefined ? t('premium.byKindLatest') : t('premium.byKind', { year })}
      more={{ text: t('premium.title'), to: '/premium/dashboard' }}
    >
      {entries ? (
        <ByKind entries={entries} year={year ?? ''} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
    </Card>
  );
}
