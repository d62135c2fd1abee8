import { EllipsisOutlined, KeyOutlined, StopOutlined, TeamOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from '../../records/extras.ts';
import { useRefresh } from '../../records/form/save.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { useAllowed } from '../../rights/store.ts';
import { AccountDialog } from './accountDialog.tsx';
import { AssignRole } from './assignRole.tsx';
import { hasAccount } from './people.ts';
import './people.css';
import { ResetPassword } from './resetPassword.tsx';

type ActionKey = 'role' | 'cancel' | 'enable' | 'reset';

interface Action {
  key: ActionKey;
  icon: ReactNode;
  label: string;
}

/** Operations on people besides editing: assign a role, cancel or enable the account, reset the password (1§2). */
export function PersonActions({ rows, place, onDone }: ExtraProps): ReactNode {
  const refresh = useRefresh('person');
  const [open, setOpen] = useState<ActionKey>();
  const actions = useActions(rows);
  if (actions.length === 0) return null;
  const close = (changed: boolean): void => {
    setOpen(undefined);
    if (!changed) return;
    void refresh();
    onDone();
  };
  return (
    <>
      {place === 'bulk' ? (
        actions.map(({ key, icon, label }) => (
          <Button key={key} size="small" icon={icon} onClick={() => setOpen(key)}>
            {label}
          </Button>
        ))
      ) : (
        <ActionMenu actions={actions} isInRow={place === 'row'} onChoose={setOpen} />
      )}
      {open && <ActionDialog action={open} people={rows} onClose={close} />}
    </>
  );
}

interface MenuProps {
  actions: readonly Action[];
  /** whether it is in a row of a list, where the button has no text */
  isInRow: boolean;
  onChoose: (action: ActionKey) => void;
}

function ActionMenu({ actions, isInRow, onChoose }: MenuProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: actions.map((action) => ({ ...action, onClick: () => onChoose(action.key) })) }}
    >
      {isInRow ? (
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
  );
}

/** The operations that the user may use and that apply to these people. */
function useActions(people: readonly ListRow[]): Action[] {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const canAssign = allowed('system.role-user.add') && allowed('system.role-user.edit') && allowed('system.role.query');
  const canEdit = allowed('system.person.edit');
  const isPossible: Record<ActionKey, boolean> = {
    role: canAssign,
    cancel: canEdit && people.some(hasAccount),
    enable: canEdit && !people.every(hasAccount),
    // only people who log in by password have one
    reset: canEdit && people.length === 1 && people[0]!['loginSetting'] === 'LOCAL',
  };
  const actions: Action[] = [
    { key: 'role', icon: <TeamOutlined aria-hidden />, label: t('people.assignRole') },
    { key: 'cancel', icon: <StopOutlined aria-hidden />, label: t('people.cancelAccount') },
    { key: 'enable', icon: <UserAddOutlined aria-hidden />, label: t('people.enableAccount') },
    { key: 'reset', icon: <KeyOutlined aria-hidden />, label: t('people.resetPassword') },
  ];
  return actions.filter(({ key }) => isPossible[key]);
}

interface DialogProps {
  action: ActionKey;
  people: readonly ListRow[];
  onClose: (changed: boolean) => void;
}

function ActionDialog({ action, people, onClose }: DialogProps): ReactNode {
  switch (action) {
    case 'role':
      return <AssignRole people={people} onClose={onClose} />;
    case 'cancel':
      return <AccountDialog people={people.filter(hasAccount)} enable={false} onClose={onClose} />;
    case 'enable':
      return <AccountDialog people={people.filter((person) => !hasAccount(person))} enable onClose={onClose} />;
    case 'reset':
      return <ResetPassword person={people[0]!} onClose={onClose} />;
  }
}
