import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '../../api/outsiders.ts';
import { OutsideCard, OutsideDone } from './card.tsx';
import { MailAndCode } from './mailCode.tsx';
import { NewPassword } from './passwordInput.tsx';
import { useSubmission } from './submission.ts';

interface Values {
  userCde: string;
  mail: string;
  mailCode: string;
  newPassword: string;
  again: string;
}

/** Password recovery (1§2): a new password for whoever reads the account's mail. */
export function ResetPasswordPage(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { busy, refusal, done, submit, refuse } = useSubmission(form, ({ again: _, ...asked }) => resetPassword(asked));
  const title = t('reset.title');
  if (done !== undefined) return <OutsideDone title={title} message={done} next={t('reset.next')} />;
  return (
    <OutsideCard title={title} about={t('reset.about')}>
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      <Form<Values> form={form} layout="vertical" onFinish={submit} scrollToFirstError={{ focus: true }}>
        <Form.Item
          name="userCde"
          label={t('login.username')}
          rules={[{ required: true, whitespace: true, message: t('login.usernameMissing') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={16} />
        </Form.Item>
        <MailAndCode form={form} purpose="reset" onRefused={refuse} />
        <NewPassword
          name="newPassword"
          label={t('password.new')}
          missing={t('password.newMissing')}
          again={t('password.again')}
          againMissing={t('password.againMissing')}
        />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('reset.submit')}
        </Button>
      </Form>
    </OutsideCard>
  );
}
