import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Block reasons of a row's buttons, as messages. */
export interface BlockReasons {
  edit?: string | undefined;
  delete?: string | undefined;
}

/** Handlers and block reasons of a row's buttons. */
export interface RowButtonsProps {
  /** absent without the right */
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  blockReasons?: BlockReasons;
}

/** Edit and delete buttons of a row. */
export function RowButtons({ onEdit, onDelete, blockReasons }: RowButtonsProps): ReactNode {
  const { t } = useTranslation();
  const button = (name: 'edit' | 'delete', icon: ReactNode, onClick: () => void): ReactNode => (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={blockReasons?.[name] ?? t(`action.${name}`)}
      aria-label={t(`action.${name}`)}
      disabled={blockReasons?.[name] !== undefined}
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
