import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListed, useNumberText } from '../../fields/language.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { Card } from '../dashboard/card.tsx';
import { addAmounts, type Compared, compareAmounts } from './amounts.ts';
import { ByKind } from './byKind.tsx';
import { type ComparedRow, ComparisonTable } from './comparison.tsx';
import { CurrencyBars } from './currencyBars.tsx';
import { NoVersions } from './empty.tsx';
import { usePremiumKinds } from './useKinds.ts';
import { kindsWithoutFormal, type KindYear, type VersionTotals } from './kindYears.ts';
import { useOverview } from './overviewQuery.ts';
import { usePremiumTexts } from './texts.ts';
import { coversAddress, shownYear, type Version } from './versions.ts';

interface Props {
  year: string | undefined;
  /** whether a version that is not formal counts for a kind and year without a formal one */
  withDrafts: boolean;
}

/**
 * Figures of all kinds in a year: totals by currency, by kind and by year, and the estimates against the actual
 * premium.
 */
export function Overview({ year: requested, withDrafts }: Props): ReactNode {
  const { t } = useTranslation();
  const { entries, years, versions, error, retry } = useOverview(withDrafts);
  if (error) return <ErrorAlert error={error} onRetry={retry} />;
  if (!entries) return <Skeleton active paragraph={{ rows: 8 }} />;
  const year = shownYear(requested, versions);
  if (versions.length === 0 || year === undefined) return <NoVersions />;
  const ofYear = entries.filter((entry) => entry.year === year);
  return (
    <>
      <DraftNotice year={year} versions={versions} withDrafts={withDrafts} />
      <Tiles entries={ofYear} />
      <div className="dashboard-pair">
        <div>
          <Card title={t('premium.byKind', { year })}>
            <ByKind entries={entries} year={year} empty={withDrafts ? undefined : t('premium.noFormal', { year })} />
          </Card>
          <Card title={t('premium.estimateActual', { year })}>
            <ByKindCompared entries={ofYear} year={year} />
          </Card>
        </div>
        <div>
          <Card title={t('premium.byYear')}>
            <ByYear entries={entries} years={years} />
          </Card>
        </div>
      </div>
    </>
  );
}

interface NoticeProps {
  year: string;
  versions: readonly Version[];
  withDrafts: boolean;
}

/** The kinds that have versions of the year but no formal one, and whether the totals include them. */
function DraftNotice({ year, versions, withDrafts }: NoticeProps): ReactNode {
  const { t } = useTranslation();
  const { kinds, typeText } = usePremiumKinds();
  const list = useListed();
  const drafts = kindsWithoutFormal(kinds, versions, year).map(({ type }) => typeText(type));
  if (drafts.length === 0) return null;
  return (
    <Alert
      className="premium-drafts"
      type={withDrafts ? 'warning' : 'info'}
      showIcon
      message={t(withDrafts ? 'premium.draftsIncluded' : 'premium.draftsOmitted', { kinds: list(drafts) })}
    />
  );
}

/** The totals of all kinds, one for each currency. No list contains several kinds, so they have no links. */
function Tiles({ entries }: { entries: readonly KindYear[] }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const { figure, inCurrency } = usePremiumTexts();
  const totals = addAmounts(entries.flatMap(({ deciding }) => deciding.amounts));
  return (
    <div className="figures">
      <div className="figure-tile">
        <strong>{numberText(entries.length)}</strong>
        <span>{t('premium.kindsWithPremium')}</span>
      </div>
      <div className="figure-tile">
        <strong>{numberText(totals.reduce((sum, { count }) => sum + count, 0))}</strong>
        <span>{t('premium.covers')}</span>
      </div>
      {totals.map(({ currency, amount }) => (
        <div key={currency} className="figure-tile">
          <strong>{figure(amount, currency)}</strong>
          <span>{inCurrency(t('premium.total'), currency)}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * Charts of the premium of all kinds by year. A bar links to the overview of its year, where each kind has its list.
 */
function ByYear({ entries, years }: { entries: readonly KindYear[]; years: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const bars = years.flatMap((year) =>
    addAmounts(entries.flatMap((entry) => (entry.year === year ? entry.deciding.amounts : []))).map(
      ({ currency, amount }) => ({
        key: year,
        name: year,
        to: `/premium/dashboard?policyYear=${year}`,
        currency,
        amount,
      }),
    ),
  );
  return (
    <CurrencyBars title={t('premium.byYear')} heading={t('premium.year')} figure={t('premium.amount')} bars={bars} />
  );
}

type ComparedKind = KindYear & { estimate: VersionTotals; actual: VersionTotals };

/** Table of the kinds that have an estimate and an actual version, in each currency, and their totals. */
function ByKindCompared({ entries, year }: { entries: readonly KindYear[]; year: string }): ReactNode {
  const { t } = useTranslation();
  const { typeText } = usePremiumKinds();
  const compared = entries.filter(
    (entry): entry is ComparedKind => entry.estimate !== undefined && entry.actual !== undefined,
  );
  if (compared.length === 0) return <p className="card-empty">{t('premium.noComparison', { year })}</p>;
  const totals = compareAmounts(
    compared.flatMap(({ estimate }) => estimate.amounts),
    compared.flatMap(({ actual }) => actual.amounts),
  );
  return (
    <ComparisonTable
      heading={t('premium.kind')}
      rows={[
        ...compared.flatMap((entry) => kindRows(entry, typeText(entry.kind.type))),
        ...totals.map((total): ComparedRow => ({
          ...total,
          key: `total ${total.currency}`,
          name: t('premium.total'),
          isTotal: true,
        })),
      ]}
    />
  );
}

function kindRows({ kind, estimate, actual }: ComparedKind, name: string): ComparedRow[] {
  const rows = compareAmounts(estimate.amounts, actual.amounts);
  const addressOf = ({ version, amounts }: VersionTotals, { currency }: Compared): string =>
    coversAddress(kind, version, amounts.length > 1 ? { currency } : {});
  return rows.map((row) => ({
    ...row,
    key: `${kind.type} ${row.currency}`,
    name,
    estimateTo: addressOf(estimate, row),
    actualTo: addressOf(actual, row),
  }));
}
