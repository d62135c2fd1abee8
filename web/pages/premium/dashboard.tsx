import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fieldOf, useEntity } from '../../records/model.ts';
import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { PageHeading } from '../../shell/pageTitle.tsx';
import '../dashboard/dashboard.css';
import { NoVersions } from './empty.tsx';
import { PremiumFigures } from './figures.tsx';
import { type PremiumKind, VERSIONS } from './kinds.ts';
import { usePremiumKinds } from './useKinds.ts';
import { Overview } from './overview.tsx';
import { MAX_YEARS } from './overviewQuery.ts';
import './premium.css';
import { decidingVersion, shownYear, type Version, yearsOf } from './versions.ts';
import { versionsQuery } from './versionsQuery.ts';

/** The value of the selector for all kinds together. */
const ALL = '';

/**
 * Dashboard of the premium of all kinds, or of a version of one kind. The choice is in the address. Each figure links
 * to the list that it totals.
 */
export function PremiumDashboard(): ReactNode {
  const { t } = useTranslation();
  const choice = useChoice();
  const { kind, version, year, versions, withDrafts, isLoaded, error, retry } = choice;
  return (
    <div className="page premium-dashboard">
      <div className="page-header">
        <PageHeading of={t('premium.title')} />
        <span className="meta">{t('premium.about')}</span>
        <span className="spacer" />
        <ChoiceInputs {...choice} />
      </div>
      {error ? (
        <ErrorAlert error={error} onRetry={retry} />
      ) : !isLoaded ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : !version ? (
        <NoVersions />
      ) : kind ? (
        <Suspense key={kind.type} fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <PremiumFigures kind={kind} version={version} versions={versions} />
        </Suspense>
      ) : (
        <Overview year={year} withDrafts={withDrafts} />
      )}
    </div>
  );
}

interface Choice {
  /** absent for all kinds */
  kind: PremiumKind | undefined;
  /** the versions of the kind, or of all kinds */
  versions: readonly Version[];
  year: string | undefined;
  /** the chosen version of the kind, or the deciding one of the year */
  version: Version | undefined;
  /** of all kinds: whether versions that are not formal count */
  withDrafts: boolean;
  isLoaded: boolean;
  error: unknown;
  retry: () => void;
}

/** The kind, year and version that the address names. */
function useChoice(): Choice {
  const { kinds } = usePremiumKinds();
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(versionsQuery);
  const kind = kinds.find(({ type }) => type === search.get('premiumType'));
  const types = (kind ? [kind] : kinds).map(({ type }) => type);
  const versions = (data ?? []).filter((version) => types.includes(version.kind));
  const chosen = versions.find(({ id }) => id === search.get('version'));
  const year = chosen?.year ?? shownYear(search.get('policyYear'), versions);
  const version = chosen ?? decidingVersion(versions.filter((one) => one.year === year));
  return {
    kind,
    versions,
    year,
    version,
    withDrafts: search.get('drafts') === 'Y',
    isLoaded: data !== undefined,
    error,
    retry: () => void refetch(),
  };
}

/** Inputs for the kind, and for its version or the year of all kinds. They write the address. */
function ChoiceInputs({ kind, versions, year, version, withDrafts }: Choice): ReactNode {
  const { kinds } = usePremiumKinds();
  const [search, setSearch] = useSearchParams();
  const hasYear = search.has('policyYear') || search.has('version');
  const choose = (choice: Record<string, string>): void => setSearch(choice, { replace: true });
  const ofKind = kind && { premiumType: kind.type };
  return (
    <>
      <KindSelect
        value={kind?.type ?? ALL}
        kinds={kinds}
        onChoose={(type) =>
          choose({
            ...(type !== ALL && { premiumType: type }),
            ...(hasYear && year !== undefined && { policyYear: year }),
          })
        }
      />
      {kind && version ? (
        <VersionSelect chosen={version} versions={versions} onChoose={(id) => choose({ ...ofKind, version: id })} />
      ) : year === undefined ? null : (
        <>
          <YearSelect
            year={year}
            years={yearsOf(versions).slice(0, MAX_YEARS)}
            onChoose={(policyYear) => choose({ ...ofKind, policyYear, ...(withDrafts && { drafts: 'Y' }) })}
          />
          <DraftSelect
            withDrafts={withDrafts}
            onChoose={(drafts) => choose({ ...(hasYear && { policyYear: year }), ...(drafts && { drafts: 'Y' }) })}
          />
        </>
      )}
    </>
  );
}

interface YearSelectProps {
  year: string;
  years: readonly string[];
  onChoose: (year: string) => void;
}

function YearSelect({ year, years, onChoose }: YearSelectProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Select
      className="premium-year"
      aria-label={t('premium.year')}
      value={year}
      options={years.map((value) => ({ value, label: value }))}
      onChange={(value: string) => onChoose(value)}
    />
  );
}

interface DraftSelectProps {
  withDrafts: boolean;
  onChoose: (withDrafts: boolean) => void;
}

/** Which versions the totals of all kinds count. */
function DraftSelect({ withDrafts, onChoose }: DraftSelectProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('premium.counted')}
      value={withDrafts}
      popupMatchSelectWidth={false}
      options={[
        { value: false, label: t('premium.formalOnly') },
        { value: true, label: t('premium.withDrafts') },
      ]}
      onChange={onChoose}
    />
  );
}

interface KindSelectProps {
  value: string;
  kinds: readonly PremiumKind[];
  onChoose: (type: string) => void;
}

function KindSelect({ value, kinds, onChoose }: KindSelectProps): ReactNode {
  const { t } = useTranslation();
  const { typeText } = usePremiumKinds();
  return (
    <Select
      showSearch
      optionFilterProp="label"
      className="premium-kind"
      aria-label={t('premium.kind')}
      value={value}
      onChange={onChoose}
      popupMatchSelectWidth={false}
      options={[
        { value: ALL, label: t('premium.allKinds') },
        ...kinds.map(({ type }) => ({ value: type, label: typeText(type) })),
      ]}
    />
  );
}

interface VersionSelectProps {
  chosen: Version;
  versions: readonly Version[];
  onChoose: (id: string) => void;
}

function VersionSelect({ chosen, versions, onChoose }: VersionSelectProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(VERSIONS);
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
      options={[...Map.groupBy(versions, ({ year }) => year)].map(([year, ofYear]) => ({
        label: year,
        title: year,
        options: ofYear.map(({ id, no, type, status }) => ({
          value: id,
          label: `${year} ${no} · ${option('versionType', type)} · ${option('versionStatus', status)}`,
        })),
      }))}
    />
  );
}
