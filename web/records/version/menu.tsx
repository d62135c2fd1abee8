import { DiffOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { operationsOf } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { OperationDialog } from '../operations/dialog.tsx';
import { useSavedFirst } from '../operations/savedFirst.ts';
import { statesByName } from '../operations/states.ts';
import './version.css';
import { VersionLine } from './versionLine.tsx';
import { isSameSeries, previousVersion } from './series.ts';
import { versionsQuery } from './versions.ts';

/**
 * Menu on the page of a version: the versions of its series, the comparison with another one, and a copy.
 */
export function VersionMenu({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const [isCopying, setCopying] = useState(false);
  const savedFirst = useSavedFirst();
  const { data = [row] } = useQuery(versionsQuery(entity, row));
  const own = textOf(row['id']);
  const known = data.filter((one) => isSameSeries(entity, one, row));
  const series = known.some((one) => textOf(one['id']) === own) ? known : [row, ...known];
  const ofVersions = useVersionItems(entity, { row, series, all: data });
  const copy = operationsOf(entity).find(({ effect }) => effect === 'version.copy');
  const items: MenuProps['items'] = [
    ...ofVersions,
    ...(copy && may(copy.name)
      ? [
          {
            key: 'create',
            icon: <PlusOutlined aria-hidden />,
            label: t('version.create'),
            disabled: statesByName(row).get(copy.name)?.enabled === false,
            onClick: () => savedFirst(copy.label, () => setCopying(true)),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectedKeys: [own], className: 'version-menu', 'aria-label': t('version.versions') }}
      >
        <Button size="small" icon={<DownOutlined aria-hidden />} iconPosition="end">
          {t('version.count', { count: series.length })}
        </Button>
      </Dropdown>
      {isCopying && copy && (
        <OperationDialog entity={entity} operation={copy} row={row} onClose={() => setCopying(false)} />
      )}
    </>
  );
}

/** Items that open a version of the series, or compare the shown one with another. @param all versions of all series */
function useVersionItems(
  entity: Entity,
  { row, series, all }: { row: Row; series: readonly Row[]; all: readonly Row[] },
): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const own = textOf(row['id']);
  const address = `/${entity.area}/${entity.name}`;
  const before = previousVersion(entity, all, row);
  return [
    ...series.map((one) => ({
      key: textOf(one['id']),
      label: <VersionLine entity={entity} row={one} />,
      onClick: () => void navigate(`${address}/${textOf(one['id'])}`),
    })),
    { type: 'divider' },
    {
      key: 'compare',
      icon: <DiffOutlined aria-hidden />,
      label: t(all.length > 1 ? 'version.compareWith' : 'version.onlyOne'),
      disabled: all.length < 2,
      onClick: () =>
        void navigate(before ? `${address}/${textOf(before['id'])}/compare?with=${own}` : `${address}/${own}/compare`),
    },
  ];
}
