import { DoubleRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** Leads to the columns that go on behind the buttons at the right; only seen while there are some. */
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
