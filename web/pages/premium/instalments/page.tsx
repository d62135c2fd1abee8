import { UnorderedListOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { fieldOf, useEntity } from '../../../records/model.ts';
import { optionLabel } from '../../../fields/choice/options.ts';
import { useLabel } from '../../../fields/language.ts';
import { ErrorAlert } from '../../../shell/errorAlert.tsx';
import { errorText } from '../../../shell/errorText.ts';
import { PageHeading } from '../../../shell/pageTitle.tsx';
import '../../dashboard/dashboard.css';
import '../premium.css';
import { CURRENCY, PREMIUM } from '../versions.ts';
import { PlanFigures } from './figures.tsx';
import './instalments.css';
import { isZero, type Plan, type PlanRow } from './plan.ts';
import { INSTALMENTS, SPLIT, type SplitType, usePlan, useYears } from './source.ts';
import { PlanTable } from './table.tsx';

const TYPES = Object.keys(SPLIT) as SplitType[];

/**
 * The instalments of a policy year: a line for each vessel, a column for each stage, and the difference from the
 * premium (1§5 Premium by stage).
 */
export function InstalmentPlan(): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const type = TYPES.find((one) => one === search.get('premiumType')) ?? TYPES[0]!;
  const { years, split, error, pending } = useYears(type);
  const requested = search.get('policyYear') ?? '';
  const year = years.includes(requested) ? requested : (years.find((one) => split.has(one)) ?? years[0] ?? '');
  const choose = (change: Record<string, string>): void =>
    setSearch({ premiumType: type, policyYear: year, ...change }, { replace: true });
  return (
    <div className="page instalment-plan">
      <div className="page-header">
        <PageHeading of={t('instalments.title')} />
        <span className="meta">{t('instalments.about', { currency: CURRENCY })}</span>
        <span className="spacer" />
        <PlanChoice type={type} year={year} years={years} onChoose={choose} />
      </div>
      {error ? (
        <Alert type="error" showIcon message={errorText(error, t)} />
      ) : pending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : year === '' ? (
        <NoYears />
      ) : (
        <YearPlan key={`${type} ${year}`} type={type} year={year} />
      )}
    </div>
  );
}

interface ChoiceProps {
  type: SplitType;
  /** '' without a year */
  year: string;
  years: readonly string[];
  onChoose: (change: Record<string, string>) => void;
}

/** Choice of type and year, and a link to the list of the instalments. */
function PlanChoice({ type, year, years, onChoose }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(INSTALMENTS.lines);
  const typeText = (code: string): string => label(optionLabel(fieldOf(entity, 'premiumType'), code));
  return (
    <>
      {TYPES.length > 1 && (
        <Select
          aria-label={t('premium.kind')}
          value={type}
          options={TYPES.map((value) => ({ value, label: typeText(value) }))}
          onChange={(premiumType) => onChoose({ premiumType })}
        />
      )}
      {year !== '' && (
        <>
          <Select
            showSearch
            className="instalment-year"
            aria-label={t('premium.year')}
            value={year}
            onChange={(policyYear: string) => onChoose({ policyYear })}
            options={years.map((value) => ({
              value,
              label: t('instalments.year', { year: value, type: typeText(type) }),
            }))}
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

function YearPlan({ type, year }: { type: SplitType; year: string }): ReactNode {
  const { loaded, error, retry } = usePlan(type, year);
  const [filter, setFilter] = useState<Filter>({ text: '', onlyUnsettled: false });
  if (error) return <ErrorAlert error={error} onRetry={retry} />;
  if (!loaded) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { plan, stages, deciding } = loaded;
  if (!hasInstalments(plan)) return <NoInstalments year={year} {...(deciding && { version: deciding.id })} />;
  return (
    <>
      <PlanFigures plan={plan} stages={stages} type={type} year={year} />
      <PlanTools plan={plan} canSettle={deciding !== undefined} filter={filter} onFilter={setFilter} />
      <PlanTable plan={plan} rows={filterRows(plan.rows, filter)} stages={stages} type={type} />
    </>
  );
}

const hasInstalments = ({ rows }: Plan): boolean =>
  rows.some(({ others, stages }) => others.length > 0 || stages.some((instalments) => instalments.length > 0));

interface Filter {
  /** words in the code or the name of a vessel */
  text: string;
  onlyUnsettled: boolean;
}

function filterRows(rows: readonly PlanRow[], { text, onlyUnsettled }: Filter): readonly PlanRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    ({ vessel, name, difference }) =>
      words.every((word) => `${vessel} ${name}`.toLowerCase().includes(word)) && !(onlyUnsettled && isZero(difference)),
  );
}

interface ToolsProps {
  plan: Plan;
  /** a version can be split again to settle differences */
  canSettle: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Filters of the table, and hints on unsettled rows and other currencies. */
function PlanTools({ plan: { rows, foreign }, canSettle, filter, onFilter }: ToolsProps): ReactNode {
  const { t } = useTranslation();
  const unsettled = rows.filter(({ difference }) => !isZero(difference)).length;
  return (
    <div className="instalment-tools">
      <Input.Search
        className="instalment-filter"
        allowClear
        aria-label={t('instalments.filter')}
        placeholder={t('instalments.filter')}
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
        {t('instalments.unsettled', { count: unsettled })}
      </label>
      {unsettled > 0 && canSettle && <span className="meta">{t('instalments.settle')}</span>}
      {foreign.length > 0 && (
        <span className="meta">{t('instalments.foreign', { count: foreign.length, currency: CURRENCY })}</span>
      )}
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
      <Link
        to={
          version === undefined
            ? `/premium/${PREMIUM.versions}?policyYear=${year}`
            : `/premium/${PREMIUM.versions}/${version}`
        }
      >
        <Button type="primary">{t(version === undefined ? 'premium.begin' : 'premium.openVersion')}</Button>
      </Link>
    </Empty>
  );
}
