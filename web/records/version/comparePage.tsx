import { DownloadOutlined, SwapOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Select, Skeleton, Switch, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { download } from '../../api/transfer.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { PageTitle } from '../../shell/pageTitle.tsx';
import { useEntity } from '../model.ts';
import { useRow } from '../form/row.ts';
import { comparisonQuery } from './comparison.ts';
import { Differences } from './differences.tsx';
import '../detail/detail.css';
import './version.css';
import { optionsOf } from './versionLine.tsx';
import { versionsQuery } from './versions.ts';

/** Page that compares two versions: differences of their rows and totals of their amounts (1§2, calc diff). */
export function ComparePage({ entity: name, id = '' }: { entity: string; id?: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(name);
  const row = useRow(name, id);
  const [search] = useSearchParams();
  const other = search.get('with') ?? '';
  const { data, error } = useQuery({
    ...comparisonQuery(name, id, other),
    enabled: other !== '' && entity.version !== undefined,
  });
  const [showsAll, setShowsAll] = useState(false);
  const title = titlesOf(entity, row);
  if (!entity.version) return <Empty description={t('version.notVersioned')} />;
  return (
    <div className="page version-page">
      <PageTitle of={data ? bothTitles(title, titlesOf(entity, data.to)) : title} />
      <div className="page-header">
        <h1>{t('version.compareTitle')}</h1>
        <Link className="meta" to={`/${entity.area}/${entity.name}/${id}`}>
          {label(title)}
        </Link>
        <span className="page-actions">{data && <ExportButton entity={entity} from={id} to={other} />}</span>
      </div>
      <CompareBar entity={entity} row={row} from={id} to={other} showsAll={showsAll} onShowAll={setShowsAll} />
      {other === '' && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('version.chooseOther')} />}
      {error && <Alert type="error" showIcon message={errorText(error, t)} />}
      {other !== '' && !data && !error && <Skeleton active />}
      {data?.parts.map((comparison) => (
        <Differences
          key={comparison.entity}
          comparison={comparison}
          all={showsAll}
          from={nameOf(entity, data.from)}
          to={nameOf(entity, data.to)}
        />
      ))}
    </div>
  );
}

const bothTitles = (from: Label, to: Label): Label => ({ en: `${from.en} ⇄ ${to.en}`, zh: `${from.zh} ⇄ ${to.zh}` });

/** Name of a version in a heading: its number. */
const nameOf = ({ version }: Entity, row: Row): string => textOf(row[version!.keys.at(-1)!]);

interface BarProps {
  entity: Entity;
  /** the first version, whose keys determine the versions to choose from */
  row: Row;
  /** ids of the two versions; `to` is '' until it is chosen */
  from: string;
  to: string;
  /** unchanged rows and amounts are shown too */
  showsAll: boolean;
  onShowAll: (showsAll: boolean) => void;
}

/** Bar that chooses the two versions, swaps them, and shows or hides equal values. */
function CompareBar({ entity, row, from, to, showsAll, onShowAll }: BarProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data = [row] } = useQuery(versionsQuery(entity, row));
  const options = optionsOf(entity, data);
  const compare = (a: string, b: string): void =>
    void navigate(`/${entity.area}/${entity.name}/${a}/compare?with=${b}`, { replace: true });
  return (
    <div className="version-bar" role="group" aria-label={t('version.compareTitle')}>
      <VersionSelect
        label={t('version.from')}
        options={options}
        value={from}
        onChange={(chosen) => compare(chosen, to)}
      />
      <Tooltip title={t('version.swap')}>
        <Button
          type="text"
          icon={<SwapOutlined aria-hidden />}
          aria-label={t('version.swap')}
          disabled={to === ''}
          onClick={() => compare(to, from)}
        />
      </Tooltip>
      <VersionSelect
        label={t('version.to')}
        options={options}
        value={to}
        onChange={(chosen) => compare(from, chosen)}
      />
      <span className="version-actions">
        <label className="version-only">
          <Switch size="small" checked={!showsAll} onChange={(only) => onShowAll(!only)} />{' '}
          {t('version.onlyDifferences')}
        </label>
      </span>
    </div>
  );
}

interface SelectProps {
  label: string;
  options: ReturnType<typeof optionsOf>;
  value: string;
  onChange: (id: string) => void;
}

const VersionSelect = ({ label, options, value, onChange }: SelectProps): ReactNode => (
  <label className="version-side">
    <span className="version-label">{label}</span>
    <Select
      aria-label={label}
      className="version-select"
      popupMatchSelectWidth={false}
      value={value || null}
      options={options}
      onChange={(chosen: string | null) => chosen && onChange(chosen)}
    />
  </label>
);

/** Button that downloads the comparison as a workbook. */
function ExportButton({ entity, from, to }: { entity: Entity; from: string; to: string }): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  if (!may('export')) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(`/api/${entity.name}/${encodeURIComponent(from)}/compare/export`, { with: to });
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void save()}>
      {t('list.export')}
    </Button>
  );
}
