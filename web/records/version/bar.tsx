import { DiffOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { operationsOf } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { OperationDialog } from '../operations/dialog.tsx';
import { statesByName } from '../operations/states.ts';
import './version.css';
import { optionsOf, VersionLine } from './versionLine.tsx';
import { isSameSeries, versionsQuery } from './versions.ts';

/**
 * Bar on the page of a version. It leads to other versions of the series and to a comparison, and copies the version.
 */
export function VersionBar({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labelId = useId();
  const { data = [row], isPending } = useQuery(versionsQuery(entity, row));
  const own = textOf(row['id']);
  const address = `/${entity.area}/${entity.name}`;
  const series = data.filter((one) => isSameSeries(entity, one, row));
  const others = data.filter((one) => textOf(one['id']) !== own);
  return (
    <div className="version-bar" role="group" aria-label={t('version.versions')}>
      <span className="version-label" id={labelId}>
        {t('version.version')}
      </span>
      <Select
        aria-labelledby={labelId}
        className="version-select"
        popupMatchSelectWidth={false}
        value={own}
        options={(series.some((one) => textOf(one['id']) === own) ? series : [row, ...series]).map((one) => ({
          value: textOf(one['id']),
          label: <VersionLine entity={entity} row={one} />,
        }))}
        onChange={(id) => void navigate(`${address}/${id}`)}
      />
      <span className="version-count">{t('version.count', { count: Math.max(series.length, 1) })}</span>
      <span className="version-actions">
        <Select
          aria-label={t('version.compareWith')}
          className="version-compare"
          popupMatchSelectWidth={false}
          disabled={others.length === 0}
          value={null}
          suffixIcon={<DiffOutlined aria-hidden />}
          placeholder={t(others.length === 0 && !isPending ? 'version.onlyOne' : 'version.compareWith')}
          options={optionsOf(entity, others)}
          onChange={(id: string | null) => void navigate(`${address}/${id ?? ''}/compare?with=${own}`)}
        />
        <CopyButton entity={entity} row={row} />
      </span>
    </div>
  );
}

/** Button that copies a version, after a dialog. */
function CopyButton({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const [isOpen, setOpen] = useState(false);
  const copy = operationsOf(entity).find(({ effect }) => effect === 'version.copy');
  if (!copy || !may(copy.name)) return null;
  return (
    <>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={statesByName(row).get(copy.name)?.enabled === false}
        onClick={() => setOpen(true)}
      >
        {t('version.create')}
      </Button>
      {isOpen && <OperationDialog entity={entity} operation={copy} row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
