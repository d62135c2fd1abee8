import { Alert, Button, Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../api/account.ts';
import { ApiError } from '../api/error.ts';
import { errorText } from './errorText.ts';
import { useFeedback } from './feedback.ts';

/** Minimum length of a password; the server checks it too. */
const MIN_LENGTH = 10;

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

interface Props {
  /** the initial password must be changed: the dialog cannot be closed before */
  forced: boolean;
  onDone: () => void;
  onLogOut: () => void;
}

export function ChangePasswordDialog({ forced, onDone, onLogOut }: Props): ReactNode {
  const { t } = useTranslation();
  const { succeeded } = useFeedback();
  const [form] = Form.useForm<Values>();
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
        <Form.Item
          name="oldPassword"
          label={t('password.old')}
          rules={[{ required: true, message: t('password.oldMissing') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={256} />
        </Form.Item>
        <Form.Item
          className="hint-or-fault"
          name="newPassword"
          label={t('password.new')}
          extra={t('password.hint', { min: MIN_LENGTH })}
          rules={[
            { required: true, message: t('password.newMissing') },
            { min: MIN_LENGTH, message: t('password.length', { min: MIN_LENGTH }) },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={256} />
        </Form.Item>
        <Form.Item
          name="again"
          label={t('password.again')}
          dependencies={['newPassword']}
          rules={[
            { required: true, message: t('password.againMissing') },
            ({ getFieldValue }) => ({
              validator: (_rule, value: string | undefined) =>
                !value || value === getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('password.differs'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={256} onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
