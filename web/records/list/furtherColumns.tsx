import { DoubleRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** Button that scrolls to the columns hidden under the buttons at the right. Visible only if columns are hidden. */
export function FurtherColumns({ table }: { table: RefObject<HTMLElement | null> }): ReactNode {
  const { t } = useTranslation();
  function go(): void {
    const body = table.current?.querySelector('.ant-table-body, .ant-table-tbody-virtual-holder');
    body?.scrollBy({ left: body.clientWidth / 2, behavior: 'smooth' });
  }
  return (
    <Button
      className="list-further"
      type="text"
      size="small"
      icon={<DoubleRightOutlined />}
      title={t('list.furtherColumns')}
      aria-label={t('list.furtherColumns')}
      onClick={go}
    />
  );
}
