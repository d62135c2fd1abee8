import { LogoutOutlined, LockOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { personQuery } from '../api/account.ts';

/** Menu of the person who is logged in: change the password, log out. */
export function PersonMenu({
  onChangePassword,
  onLogOut,
}: {
  onChangePassword: () => void;
  onLogOut: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { data: person } = useQuery(personQuery);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'password', icon: <LockOutlined />, label: t('person.changePassword'), onClick: onChangePassword },
          { type: 'divider' },
          { key: 'logout', icon: <LogoutOutlined />, label: t('person.logOut'), onClick: onLogOut },
        ],
      }}
    >
      <Button type="text" icon={<UserOutlined />}>
        {person?.userName ?? person?.userCde}
      </Button>
    </Dropdown>
  );
}

/** The user's name after `before`; nothing until it is loaded. */
export function PersonName({ before }: { before: string }): ReactNode {
  const { data: person } = useQuery(personQuery);
  const name = person?.userName ?? person?.userCde;
  return name ? `${before}${name}` : null;
}
