import { UnorderedListOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { fieldOf, useEntity } from '../../../records/model.ts';
import { useLabel } from '../../../fields/language.ts';
import { errorText } from '../../../shell/errorText.ts';
import { PageHeading } from '../../../shell/pageTitle.tsx';
import '../../dashboard/dashboard.css';
import '../premium.css';
import { CURRENCY, SOURCE } from '../versions.ts';
import { PlanFigures } from './figures.tsx';
import './instalments.css';
import { PlanTable } from './table.tsx';
import { isNothing, type PlanRow } from './plan.ts';
import { INSTALMENTS, SPLIT, type SplitType, usePlan, useYears } from './source.ts';

const TYPES = Object.keys(SPLIT) as SplitType[];

/**
 * The instalments of a policy year: vessels down, stages across, and whether they come to the premium (1§5 Premium by
 * stage).
 */
export function InstalmentPlan(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(INSTALMENTS.lines);
  const [search, setSearch] = useSearchParams();
  const type = TYPES.find((one) => one === search.get('premiumType')) ?? TYPES[0]!;
  const { years, split, error, pending } = useYears(type);
  const asked = search.get('policyYear') ?? '';
  const year = years.includes(asked) ? asked : (years.find((one) => split.has(one)) ?? years[0] ?? '');
  const choose = (change: Record<string, string>): void =>
    setSearch({ premiumType: type, policyYear: year, ...change }, { replace: true });
  const typeText = (code: string): string => {
    const option = fieldOf(entity, 'premiumType')?.options?.find((one) => one.code === code);
    return option ? label(option) : code;
  };
  return (
    <div className="page instalment-plan">
      <div className="page-header">
        <PageHeading of={t('instalments.title')} />
        <span className="meta">{t('instalments.about', { currency: CURRENCY })}</span>
        <span className="spacer" />
        {TYPES.length > 1 && (
          <Select
            aria-label={t('premium.kind')}
            value={type}
            options={TYPES.map((value) => ({ value, label: typeText(value) }))}
            onChange={(premiumType) => choose({ premiumType })}
          />
        )}
        {year !== '' && (
          <Select
            showSearch
            className="instalment-year"
            aria-label={t('premium.year')}
            value={year}
            onChange={(policyYear: string) => choose({ policyYear })}
            options={years.map((value) => ({
              value,
              label: t('instalments.year', { year: value, type: typeText(type) }),
            }))}
          />
        )}
        {year !== '' && (
          <Link
            to={`/premium/${INSTALMENTS.lines}?${String(new URLSearchParams({ policyYear: year, premiumType: type }))}`}
          >
            <Button icon={<UnorderedListOutlined aria-hidden />}>{t('instalments.lines')}</Button>
          </Link>
        )}
      </div>
      {error ? (
        <Alert type="error" showIcon message={errorText(error, t)} />
      ) : pending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : year === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('instalments.noYear')}>
          <Link to={`/master/${INSTALMENTS.years}`}>
            <Button type="primary">{t('instalments.toYears')}</Button>
          </Link>
        </Empty>
      ) : (
        <YearPlan key={`${type} ${year}`} type={type} year={year} />
      )}
    </div>
  );
}

function YearPlan({ type, year }: { type: SplitType; year: string }): ReactNode {
  const { t } = useTranslation();
  const { plan, stages, telling, error, again } = usePlan(type, year);
  const [typed, setTyped] = useState('');
  const [unsettled, setUnsettled] = useState(false);
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        message={errorText(error, t)}
        action={
          <Button size="small" onClick={again}>
            {t('error.retry')}
          </Button>
        }
      />
    );
  if (!plan || !stages) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (!plan.rows.some((row) => row.others.length > 0 || row.stages.some((lines) => lines.length > 0)))
    return <Nothing year={year} {...(telling && { version: telling.id })} />;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = ({ vessel, name, difference }: PlanRow): boolean =>
    words.every((word) => `${vessel} ${name}`.toLowerCase().includes(word)) && !(unsettled && isNothing(difference));
  const rows = words.length === 0 && !unsettled ? plan.rows : plan.rows.filter(isMeant);
  const open = plan.rows.filter(({ difference }) => !isNothing(difference)).length;
  return (
    <>
      <PlanFigures plan={plan} stages={stages} type={type} year={year} />
      <div className="instalment-tools">
        <Input.Search
          className="instalment-filter"
          allowClear
          aria-label={t('instalments.filter')}
          placeholder={t('instalments.filter')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <label className="instalment-open">
          <Switch size="small" checked={unsettled} disabled={open === 0 && !unsettled} onChange={setUnsettled} />{' '}
          {t('instalments.unsettled', { count: open })}
        </label>
        {open > 0 && telling && <span className="meta">{t('instalments.settle')}</span>}
        {plan.foreign.length > 0 && (
          <span className="meta">{t('instalments.foreign', { count: plan.foreign.length, currency: CURRENCY })}</span>
        )}
      </div>
      <PlanTable plan={plan} rows={rows} stages={stages} type={type} />
    </>
  );
}

/** There are no instalments yet: the way to where they are made. */
function Nothing({ year, version }: { year: string; version?: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t(version === undefined ? 'instalments.noFormal' : 'instalments.none', { year })}
    >
      <Link
        to={
          version === undefined
            ? `/premium/${SOURCE.versions}?policyYear=${year}`
            : `/premium/${SOURCE.versions}/${version}`
        }
      >
        <Button type="primary">{t(version === undefined ? 'premium.begin' : 'premium.openVersion')}</Button>
      </Link>
    </Empty>
  );
}
