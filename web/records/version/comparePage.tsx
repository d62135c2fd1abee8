import { DownloadOutlined, SwapOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Select, Skeleton, Switch, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
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
import { versionsQuery } from './versions.ts';
import '../detail/detail.css';
import './version.css';
import { VersionLine } from './versionLine.tsx';

/** Page that compares two versions: differences of their rows and totals of their amounts (1§2, calc diff). */
export function ComparePage({ entity: name, id = '' }: { entity: string; id?: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { entity } = useEntity(name);
  const row = useRow(name, id);
  const [search] = useSearchParams();
  const other = search.get('with') ?? '';
  const [all, setAll] = useState(false);
  const address = `/${entity.area}/${entity.name}`;
  const { data, error } = useQuery({
    ...comparisonQuery(name, id, other),
    enabled: other !== '' && entity.version !== undefined,
  });
  const go = (from: string, to: string): void =>
    void navigate(`${address}/${from}/compare?with=${to}`, { replace: true });
  const titles = titlesOf(entity, row);
  const others = data && titlesOf(entity, data.to);
  if (!entity.version) return <Empty description={t('version.notVersioned')} />;
  return (
    <div className="page version-page">
      <PageTitle of={others ? { en: `${titles.en} ⇄ ${others.en}`, zh: `${titles.zh} ⇄ ${others.zh}` } : titles} />
      <div className="page-header">
        <h1>{t('version.compareTitle')}</h1>
        <Link className="meta" to={`${address}/${id}`}>
          {label(titles)}
        </Link>
        <span className="page-actions">{data && <ExportButton entity={entity} from={id} to={other} />}</span>
      </div>
      <div className="version-bar" role="group" aria-label={t('version.compareTitle')}>
        <VersionSelect
          entity={entity}
          row={row}
          label={t('version.from')}
          value={id}
          onChange={(chosen) => go(chosen, other)}
        />
        <Tooltip title={t('version.swap')}>
          <Button
            type="text"
            icon={<SwapOutlined aria-hidden />}
            aria-label={t('version.swap')}
            disabled={other === ''}
            onClick={() => go(other, id)}
          />
        </Tooltip>
        <VersionSelect
          entity={entity}
          row={row}
          label={t('version.to')}
          value={other}
          onChange={(chosen) => go(id, chosen)}
        />
        <span className="version-actions">
          <label className="version-only">
            <Switch size="small" checked={!all} onChange={(only) => setAll(!only)} /> {t('version.onlyDifferences')}
          </label>
        </span>
      </div>
      {other === '' && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('version.chooseOther')} />}
      {error && <Alert type="error" showIcon message={errorText(error, t)} />}
      {other !== '' && !data && !error && <Skeleton active />}
      {data?.parts.map((part) => (
        <Differences
          key={part.entity}
          part={part}
          all={all}
          from={nameOf(entity, data.from)}
          to={nameOf(entity, data.to)}
        />
      ))}
    </div>
  );
}

/** Name of a version in a heading: its number. */
const nameOf = ({ version }: Entity, row: Row): string => textOf(row[version!.keys.at(-1)!]);

function VersionSelect({
  entity,
  row,
  label,
  value,
  onChange,
}: {
  entity: Entity;
  row: Row;
  label: string;
  value: string;
  onChange: (id: string) => void;
}): ReactNode {
  const { data = [row] } = useQuery(versionsQuery(entity, row));
  const changing = entity.version!.keys.slice(0, -1).filter((key) => !entity.version!.keeps.includes(key));
  return (
    <label className="version-side">
      <span className="version-label">{label}</span>
      <Select
        aria-label={label}
        className="version-select"
        popupMatchSelectWidth={false}
        value={value || null}
        options={data.map((one) => ({
          value: textOf(one['id']),
          label: <VersionLine entity={entity} row={one} before={changing} />,
        }))}
        onChange={(chosen: string | null) => chosen && onChange(chosen)}
      />
    </label>
  );
}

/** Downloads the comparison as a workbook. */
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
