import { Alert, Modal, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../records/list/columns.tsx';
import { errorText } from '../../shell/errorText.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { makeInitialPassword } from './initialPassword.ts';
import { changePeople, personTitle } from './people.ts';

interface Props {
  person: ListRow;
  onClose: (changed: boolean) => void;
}

/**
 * Dialog that sets a new initial password after a confirmation, and shows it once. The sessions of the person end, and
 * the person must change the password at log-in.
 */
export function ResetPassword({ person, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const { password, working, refusal, reset } = useReset(person);
  return (
    <Modal
      open
      centered
      maskClosable={false}
      keyboard={password === undefined}
      width={480}
      title={t('people.resetPassword')}
      confirmLoading={working}
      okText={t(password === undefined ? 'people.resetPassword' : 'action.close')}
      cancelText={t('action.cancel')}
      {...(password !== undefined && { cancelButtonProps: { style: { display: 'none' } } })}
      onOk={password === undefined ? reset : () => onClose(true)}
      onCancel={() => onClose(password !== undefined)}
    >
      {refusal && <Alert className="form-alert" type="error" showIcon message={refusal} />}
      {password === undefined ? (
        <>
          <p>{t('people.askReset')}</p>
          <p>{personTitle(person)}</p>
          <p className="kind-aside">{t('people.resetHint')}</p>
        </>
      ) : (
        <NewPassword person={person} password={password} />
      )}
    </Modal>
  );
}

/** The new initial password, which is shown only here. */
function NewPassword({ person, password }: { person: ListRow; password: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('people.newPassword', { person: personTitle(person) })}</p>
      <Typography.Text className="people-password" code copyable={{ text: password, tooltips: false }}>
        {password}
      </Typography.Text>
      <Alert className="people-once" type="warning" showIcon message={t('people.shownOnce')} />
    </>
  );
}

/** A function that sets a new initial password, and its result: the password, or why the server refused it. */
function useReset(person: ListRow) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string>();
  const [working, setWorking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function reset(): Promise<void> {
    setWorking(true);
    setRefusal(undefined);
    try {
      const initial = makeInitialPassword();
      const [refused] = await changePeople([person], { password: initial });
      if (refused !== undefined) return setRefusal(refused);
      setPassword(initial);
    } catch (error) {
      setRefusal(errorText(error, t));
    } finally {
      setWorking(false);
    }
  }

  return { password, working, refusal, reset };
}
