import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What stands against editing or deleting a row, said to the reader. */
export interface BlockReasons {
  edit?: string | undefined;
  delete?: string | undefined;
}

export interface RowButtonsProps {
  /** absent without the right */
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  against?: BlockReasons;
}

/** The buttons of a row in a list. */
export function RowButtons({ onEdit, onDelete, against }: RowButtonsProps): ReactNode {
  const { t } = useTranslation();
  const button = (name: 'edit' | 'delete', icon: ReactNode, onClick: () => void): ReactNode => (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={against?.[name] ?? t(`action.${name}`)}
      aria-label={t(`action.${name}`)}
      disabled={against?.[name] !== undefined}
      onClick={onClick}
    />
  );
  return (
    <>
      {onEdit && button('edit', <EditOutlined />, onEdit)}
      {onDelete && button('delete', <DeleteOutlined />, onDelete)}
    </>
  );
}
