import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/transfer.ts';
import type { Where } from '../../api/where.ts';
import { useFeedback } from '../../shell/feedback.ts';

interface Props { entity: string; columns: string[]; where: Where; sort: string; disabled: boolean }

/** Downloads all rows that the list's filters match, with the shown columns in their order. */
export function ExportMenu({ entity, columns, where, sort, disabled }: Props): ReactNode {
  const { t } = useTranslation();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);

  async function save(format: 'xlsx' | 'csv'): Promise<void> {
    setBusy(true);
    try {
      await download(`/api/${entity}/export`, {
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

  return (
    <Dropdown
      disabled={disabled || busy}
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: t('list.exportXlsx'), onClick: () => void save('xlsx') },
          { key: 'csv', label: t('list.exportCsv'), onClick: () => void save('csv') },
        ],
      }}
    >
      <Button icon={<DownloadOutlined />} loading={busy}>{t('list.export')}</Button>
    </Dropdown>
  );
}
