import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/types.ts';
import { download } from '../../api/transfer.ts';
import type { Where } from '../../api/where.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { listFields } from './columns.tsx';

interface Props { entity: Entity; shown: string[]; where: Where; sort: string; disabled: boolean }

/**
 * Downloads all rows that the list's filters match: with the shown columns in their order or, where the reader hides some, with
 * every column that the list can show.
 */
export function ExportMenu({ entity, shown, where, sort, disabled }: Props): ReactNode {
  const { t } = useTranslation();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);

  const all = listFields(entity).map(({ name }) => name);

  async function save(format: 'xlsx' | 'csv', columns: string[]): Promise<void> {
    setBusy(true);
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
      setBusy(false);
    }
  }

  const formatsOf = (columns: string[], of: string) => [
    { key: `${of}.xlsx`, label: t('list.exportXlsx'), onClick: () => void save('xlsx', columns) },
    { key: `${of}.csv`, label: t('list.exportCsv'), onClick: () => void save('csv', columns) },
  ];
  const items = all.every((name) => shown.includes(name)) ? formatsOf(shown, 'shown') : [
    { type: 'group' as const, key: 'shown', label: t('list.exportShown', { count: shown.length }), children: formatsOf(shown, 'shown') },
    { type: 'group' as const, key: 'all', label: t('list.exportAll', { count: all.length }), children: formatsOf(all, 'all') },
  ];

  return (
    <Dropdown
      disabled={disabled || busy}
      trigger={['click']}
      menu={{ items }}
    >
      <Button icon={<DownloadOutlined />} loading={busy}>{t('list.export')}</Button>
    </Dropdown>
  );
}
