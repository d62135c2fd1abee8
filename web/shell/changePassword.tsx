import { Alert, Button, Form, type FormInstance, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../api/account.ts';
import { ApiError } from '../api/error.ts';
import { errorText } from './errorText.ts';
import { useFeedback } from './feedback.ts';
import { MIN_PASSWORD_LENGTH, newPasswordRules, repeatedPasswordRules } from './passwordRules.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

interface Props {
  /** the initial password must be changed, so the dialog cannot be cancelled */
  forced: boolean;
  onDone: () => void;
  onLogOut: () => void;
}

/** Dialog that changes the user's password. */
export function ChangePasswordDialog({ forced, onDone, onLogOut }: Props): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { busy, refusal, submit } = useChangePassword(form, onDone);
  return (
    <Modal
      open
      width={400}
      title={t('password.title')}
      maskClosable={false}
      keyboard={!forced}
      closable={!forced}
      onCancel={onDone}
      footer={[
        <Button key="leave" disabled={busy} onClick={forced ? onLogOut : onDone}>
          {forced ? t('person.logOut') : t('action.cancel')}
        </Button>,
        <Button key="save" type="primary" loading={busy} onClick={() => form.submit()}>
          {t('password.submit')}
        </Button>,
      ]}
    >
      {forced ? <Alert type="info" showIcon message={t('password.forced')} style={{ marginBottom: 16 }} /> : null}
      {refusal ? <Alert type="error" showIcon message={refusal} style={{ marginBottom: 16 }} /> : null}
      <Form<Values> form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <PasswordFields onEnter={() => form.submit()} />
      </Form>
    </Modal>
  );
}

function PasswordFields({ onEnter }: { onEnter: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="oldPassword"
        label={t('password.old')}
        rules={[{ required: true, message: t('password.oldMissing') }]}
      >
        <Input.Password autoFocus autoComplete="current-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        className="hint-or-problem"
        name="newPassword"
        label={t('password.new')}
        extra={t('password.hint', { min: MIN_PASSWORD_LENGTH })}
        rules={newPasswordRules(t('password.newMissing'), t)}
      >
        <Input.Password autoComplete="new-password" maxLength={256} />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['newPassword']}
        rules={repeatedPasswordRules('newPassword', t('password.againMissing'), t)}
      >
        <Input.Password autoComplete="new-password" maxLength={256} onPressEnter={onEnter} />
      </Form.Item>
    </>
  );
}

interface ChangePassword {
  busy: boolean;
  /** reason of a refusal that belongs to no field */
  refusal: string | undefined;
  submit: (values: Values) => Promise<void>;
}

/** Changes the password, and shows the problems of a refusal at their fields. */
function useChangePassword(form: FormInstance<Values>, onDone: () => void): ChangePassword {
  const { t } = useTranslation();
  const { succeeded } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit({ oldPassword, newPassword }: Values): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      succeeded((await changePassword(oldPassword, newPassword)).message);
      onDone();
    } catch (error) {
      const problems =
        error instanceof ApiError
          ? error.problems.filter(({ field }) => field === 'oldPassword' || field === 'newPassword')
          : [];
      form.setFields(problems.map((problem) => ({ name: problem.field as keyof Values, errors: [problem.message] })));
      if (problems.length === 0) setRefusal(errorText(error, t));
    } finally {
      setBusy(false);
    }
  }

  return { busy, refusal, submit };
}
