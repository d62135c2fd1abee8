import { UnorderedListOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ErrorAlert } from '../../../shell/errorAlert.tsx';
import { errorText } from '../../../shell/errorText.ts';
import { PageHeading } from '../../../shell/pageTitle.tsx';
import '../../dashboard/dashboard.css';
import '../premium.css';
import { type PremiumKind, VERSIONS } from '../kinds.ts';
import { useKindFields, usePremiumKinds } from '../useKinds.ts';
import { PlanFigures } from './figures.tsx';
import './instalments.css';
import { isZero, type Plan, type PlanRow } from './plan.ts';
import { INSTALMENTS, usePlan, useYears } from './source.ts';
import { PlanTable } from './table.tsx';

/**
 * The instalments of a policy year: a line for each insured object, a column for each stage, and the difference from
 * the premium (1§5 Premium by stage).
 */
export function InstalmentPlan(): ReactNode {
  const { t } = useTranslation();
  const { kinds } = usePremiumKinds();
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find(({ type }) => type === search.get('premiumType')) ?? kinds[0];
  return (
    <div className="page instalment-plan">
      {kind ? (
        <KindPlan
          kind={kind}
          requested={search.get('policyYear') ?? ''}
          onChoose={(choice) => setSearch({ premiumType: kind.type, ...choice }, { replace: true })}
        />
      ) : (
        <>
          <PageHeading of={t('instalments.title')} />
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('instalments.noKind')} />
        </>
      )}
    </div>
  );
}

interface KindPlanProps {
  kind: PremiumKind;
  /** the requested year; '' for none */
  requested: string;
  onChoose: (choice: Record<string, string>) => void;
}

function KindPlan({ kind, requested, onChoose }: KindPlanProps): ReactNode {
  const { t } = useTranslation();
  const { years, split, error, pending } = useYears(kind.type);
  const year = years.includes(requested) ? requested : (years.find((one) => split.has(one)) ?? years[0] ?? '');
  return (
    <>
      <div className="page-header">
        <PageHeading of={t('instalments.title')} />
        <span className="meta">{t('instalments.about')}</span>
        <span className="spacer" />
        <PlanChoice kind={kind} year={year} years={years} onChoose={onChoose} />
      </div>
      {error ? (
        <Alert type="error" showIcon message={errorText(error, t)} />
      ) : pending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : year === '' ? (
        <NoYears />
      ) : (
        <Suspense key={`${kind.type} ${year}`} fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <YearPlan kind={kind} year={year} />
        </Suspense>
      )}
    </>
  );
}

interface ChoiceProps {
  kind: PremiumKind;
  /** '' without a year */
  year: string;
  years: readonly string[];
  onChoose: (choice: Record<string, string>) => void;
}

/** Choice of kind and year, and a link to the list of the instalments. */
function PlanChoice({ kind: { type }, year, years, onChoose }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const { kinds, typeText } = usePremiumKinds();
  return (
    <>
      <Select
        showSearch
        optionFilterProp="label"
        className="premium-kind"
        aria-label={t('premium.kind')}
        value={type}
        popupMatchSelectWidth={false}
        options={kinds.map((one) => ({ value: one.type, label: typeText(one.type) }))}
        onChange={(premiumType: string) => onChoose({ premiumType, ...(year !== '' && { policyYear: year }) })}
      />
      {year !== '' && (
        <>
          <Select
            showSearch
            className="premium-year"
            aria-label={t('premium.year')}
            value={year}
            onChange={(policyYear: string) => onChoose({ policyYear })}
            options={years.map((value) => ({ value, label: value }))}
          />
          <Link
            to={`/premium/${INSTALMENTS.lines}?${String(new URLSearchParams({ policyYear: year, premiumType: type }))}`}
          >
            <Button icon={<UnorderedListOutlined aria-hidden />}>{t('instalments.lines')}</Button>
          </Link>
        </>
      )}
    </>
  );
}

function NoYears(): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('instalments.noYear')}>
      <Link to={`/master/${INSTALMENTS.years}`}>
        <Button type="primary">{t('instalments.toYears')}</Button>
      </Link>
    </Empty>
  );
}

function YearPlan({ kind, year }: { kind: PremiumKind; year: string }): ReactNode {
  const { loaded, error, retry } = usePlan(kind, year);
  const { isVessel } = useKindFields(kind);
  const [filter, setFilter] = useState<Filter>({ text: '', onlyUnsettled: false });
  if (error) return <ErrorAlert error={error} onRetry={retry} />;
  if (!loaded) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { plan, stages, deciding } = loaded;
  if (!hasInstalments(plan)) return <NoInstalments year={year} {...(deciding && { version: deciding.id })} />;
  return (
    <>
      <PlanFigures plan={plan} kind={kind} isVessel={isVessel} year={year} />
      <PlanTools
        rows={plan.rows}
        isVessel={isVessel}
        canSettle={deciding !== undefined}
        filter={filter}
        onFilter={setFilter}
      />
      <PlanTable plan={plan} rows={filterRows(plan.rows, filter)} stages={stages} kind={kind} isVessel={isVessel} />
    </>
  );
}

const hasInstalments = ({ rows }: Plan): boolean =>
  rows.some(({ others, stages }) => others.length > 0 || stages.some((instalments) => instalments.length > 0));

interface Filter {
  /** words in the insured object */
  text: string;
  onlyUnsettled: boolean;
}

function filterRows(rows: readonly PlanRow[], { text, onlyUnsettled }: Filter): readonly PlanRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    ({ object, name, difference }) =>
      words.every((word) => `${object} ${name}`.toLowerCase().includes(word)) && !(onlyUnsettled && isZero(difference)),
  );
}

interface ToolsProps {
  rows: readonly PlanRow[];
  isVessel: boolean;
  /** a version can be split again to settle differences */
  canSettle: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Filters of the table, and a hint on unsettled rows. */
function PlanTools({ rows, isVessel, canSettle, filter, onFilter }: ToolsProps): ReactNode {
  const { t } = useTranslation();
  const filterText = t(isVessel ? 'instalments.filter' : 'instalments.filterObjects');
  const unsettled = rows.filter(({ difference }) => !isZero(difference)).length;
  return (
    <div className="instalment-tools">
      <Input.Search
        className="instalment-filter"
        allowClear
        aria-label={filterText}
        placeholder={filterText}
        value={filter.text}
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <label className="instalment-open">
        <Switch
          size="small"
          checked={filter.onlyUnsettled}
          disabled={unsettled === 0 && !filter.onlyUnsettled}
          onChange={(onlyUnsettled) => onFilter({ ...filter, onlyUnsettled })}
        />{' '}
        {t(isVessel ? 'instalments.unsettled' : 'instalments.unsettledObjects', { count: unsettled })}
      </label>
      {unsettled > 0 && canSettle && <span className="meta">{t('instalments.settle')}</span>}
    </div>
  );
}

/** Notice with a link to the version to split into instalments, or to the versions if no version is formal yet. */
function NoInstalments({ year, version }: { year: string; version?: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t(version === undefined ? 'instalments.noFormal' : 'instalments.none', { year })}
    >
      <Link to={version === undefined ? `/premium/${VERSIONS}?policyYear=${year}` : `/premium/${VERSIONS}/${version}`}>
        <Button type="primary">{t(version === undefined ? 'premium.begin' : 'premium.openVersion')}</Button>
      </Link>
    </Empty>
  );
}
