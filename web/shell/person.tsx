import { CalendarOutlined, LogoutOutlined, LockOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personQuery } from '../api/account.ts';
import { lazyChunk } from './lazyChunk.ts';

const CalendarAddressDialog = lazyChunk(async () => (await import('./calendarAddress.tsx')).CalendarAddressDialog);

/** Menu of the person who is logged in: change the password, calendar of deadlines, log out. */
export function PersonMenu({
  onChangePassword,
  onLogOut,
}: {
  onChangePassword: () => void;
  onLogOut: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { data: person } = useQuery(personQuery);
  const [showsCalendar, setShowsCalendar] = useState(false);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'password', icon: <LockOutlined />, label: t('person.changePassword'), onClick: onChangePassword },
            {
              key: 'calendar',
              icon: <CalendarOutlined />,
              label: t('calendar.title'),
              onClick: () => setShowsCalendar(true),
            },
            { type: 'divider' },
            { key: 'logout', icon: <LogoutOutlined />, label: t('person.logOut'), onClick: onLogOut },
          ],
        }}
      >
        <Button type="text" icon={<UserOutlined />}>
          {person?.userName ?? person?.userCde}
        </Button>
      </Dropdown>
      {showsCalendar ? (
        <Suspense fallback={null}>
          <CalendarAddressDialog onClose={() => setShowsCalendar(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The user's name after `before`; nothing until it is loaded. */
export function PersonName({ before }: { before: string }): ReactNode {
  const { data: person } = useQuery(personQuery);
  const name = person?.userName ?? person?.userCde;
  return name ? `${before}${name}` : null;
}
