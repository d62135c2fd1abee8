import { EllipsisOutlined, KeyOutlined, StopOutlined, TeamOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from '../../records/extras.ts';
import { useRefresh } from '../../records/form/save.ts';
import { useAllowed } from '../../rights/store.ts';
import { AccountDialog } from './accountDialog.tsx';
import { AssignRole } from './assignRole.tsx';
import './people.css';
import { ResetPassword } from './resetPassword.tsx';

type Doing = 'role' | 'cancel' | 'enable' | 'reset';

/**
 * What is done with people beside editing them: their role, their leave to log in, their password (1§2, buttons and
 * dialogs).
 */
export function PersonActions({ rows, place, onDone }: ExtraProps): ReactNode {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const refresh = useRefresh('person');
  const [doing, setDoing] = useState<Doing>();
  const shutOut = rows.filter((row) => row['loginSetting'] === 'NONE');
  const mayAssign = allowed('system.role-user.add') && allowed('system.role-user.edit') && allowed('system.role.query');
  const mayEdit = allowed('system.person.edit');
  const items = [
    ...(mayAssign ? [{ key: 'role' as const, icon: <TeamOutlined aria-hidden />, label: t('people.assignRole') }] : []),
    ...(mayEdit && shutOut.length < rows.length
      ? [{ key: 'cancel' as const, icon: <StopOutlined aria-hidden />, label: t('people.cancelAccount') }]
      : []),
    ...(mayEdit && shutOut.length > 0
      ? [{ key: 'enable' as const, icon: <UserAddOutlined aria-hidden />, label: t('people.enableAccount') }]
      : []),
    // only who logs in by a password here has one
    ...(mayEdit && rows.length === 1 && rows[0]!['loginSetting'] === 'LOCAL'
      ? [{ key: 'reset' as const, icon: <KeyOutlined aria-hidden />, label: t('people.resetPassword') }]
      : []),
  ];
  if (items.length === 0) return null;
  const close = (changed: boolean): void => {
    setDoing(undefined);
    if (!changed) return;
    void refresh();
    onDone();
  };
  return (
    <>
      {place === 'bulk' ? (
        items.map(({ key, icon, label }) => (
          <Button key={key} size="small" icon={icon} onClick={() => setDoing(key)}>
            {label}
          </Button>
        ))
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{ items: items.map((item) => ({ ...item, onClick: () => setDoing(item.key) })) }}
        >
          {place === 'row' ? (
            <Button
              type="text"
              size="small"
              icon={<EllipsisOutlined />}
              title={t('list.more')}
              aria-label={t('list.more')}
            />
          ) : (
            <Button icon={<EllipsisOutlined aria-hidden />}>{t('people.account')}</Button>
          )}
        </Dropdown>
      )}
      {doing === 'role' && <AssignRole people={rows} onClose={close} />}
      {doing === 'cancel' && (
        <AccountDialog people={rows.filter((row) => row['loginSetting'] !== 'NONE')} enable={false} onClose={close} />
      )}
      {doing === 'enable' && <AccountDialog people={shutOut} enable onClose={close} />}
      {doing === 'reset' && <ResetPassword person={rows[0]!} onClose={close} />}
    </>
  );
}
