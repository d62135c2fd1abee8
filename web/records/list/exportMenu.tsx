import { DownloadOutlined } from '@ant-design/icons';
import { useCan } from '@refinedev/core';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUpdateByImport, RECORD_VERSION } from '../../../generator/language/importable.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { download } from '../../api/transfer.ts';
import type { Where } from '../../api/where.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { importFields } from '../import/mapping.ts';
import { listFields } from './columns.tsx';

interface Props {
  entity: Entity;
  shown: string[];
  where: Where;
  sort: string;
  disabled: boolean;
}

/**
 * Menu that downloads all rows that match the filters, with the visible columns or with all columns. Users who may
 * import can also download a file to edit and import again. It has the importable fields and the record version, with
 * which the import detects changes made meanwhile.
 */
export function ExportMenu({ entity, shown, where, sort, disabled }: Props): ReactNode {
  const { t } = useTranslation();
  const { data: imports } = useCan({ resource: entity.name, action: 'import' });
  const { isSaving, save } = useExport(entity, where, sort);
  const all = listFields(entity).map(({ name }) => name);
  const showsAll = all.every((name) => shown.includes(name));
  const canReimport = canUpdateByImport(entity) && imports?.can === true;
  const reimported = reimportedFields(entity);

  const formatsOf = (columns: string[], of: string) => [
    { key: `${of}.xlsx`, label: t('list.exportXlsx'), onClick: () => void save('xlsx', columns) },
    { key: `${of}.csv`, label: t('list.exportCsv'), onClick: () => void save('csv', columns) },
  ];
  const group = (columns: string[], key: string, label: string) => ({
    type: 'group' as const,
    key,
    label,
    children: formatsOf(columns, key),
  });
  const items =
    showsAll && !canReimport
      ? formatsOf(shown, 'shown')
      : [
          ...(showsAll ? [] : [group(shown, 'shown', t('list.exportShown', { count: shown.length }))]),
          group(all, 'all', t('list.exportAll', { count: all.length })),
          ...(canReimport ? [group(reimported, 'return', t('list.exportReturn', { count: reimported.length }))] : []),
        ];

  return (
    <Dropdown disabled={disabled || isSaving} trigger={['click']} menu={{ items }}>
      <Button icon={<DownloadOutlined />} loading={isSaving}>
        {t('list.export')}
      </Button>
    </Dropdown>
  );
}

/** Columns of a file to edit and import again: the fields that an import reads, and the record version. */
const reimportedFields = (entity: Entity): string[] =>
  [...importFields(entity).filter(({ sensitive, writeOnly }) => !sensitive && !writeOnly), RECORD_VERSION].map(
    ({ name }) => name,
  );

/** A function that downloads some columns of all rows that match, and whether a download is in progress. */
function useExport(entity: Entity, where: Where, sort: string) {
  const { failed } = useFeedback();
  const [isSaving, setSaving] = useState(false);

  async function save(format: 'xlsx' | 'csv', columns: string[]): Promise<void> {
    setSaving(true);
    try {
      await download(`/api/${entity.name}/export`, {
        format,
        columns: columns.join(','),
        where: where.length > 0 ? JSON.stringify(where) : undefined,
        sort: sort || undefined,
      });
    } catch (error) {
      failed(error);
    } finally {
      setSaving(false);
    }
  }

  return { isSaving, save };
}
