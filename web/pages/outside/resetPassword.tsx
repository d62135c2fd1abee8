import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '../../api/outsiders.ts';
import { OutsideCard, OutsideDone } from './card.tsx';
import { MailAndCode } from './mailCode.tsx';
import { NewPassword } from './passwordInput.tsx';
import { useSubmission } from './submission.ts';
import { SubmissionForm } from './submissionForm.tsx';

interface Values {
  userCde: string;
  mail: string;
  mailCode: string;
  newPassword: string;
  again: string;
}

/** Page that sets a new password with a code sent to the account's mail address (1§2). */
export function ResetPasswordPage(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const submission = useSubmission<Values>(form, ({ again: _, ...values }) => resetPassword(values));
  const { doneMessage, showError } = submission;
  const title = t('reset.title');
  if (doneMessage !== undefined) return <OutsideDone title={title} message={doneMessage} next={t('reset.next')} />;
  return (
    <OutsideCard title={title} about={t('reset.about')}>
      <SubmissionForm form={form} submission={submission} submitText={t('reset.submit')} block>
        <Form.Item
          name="userCde"
          label={t('login.username')}
          rules={[{ required: true, whitespace: true, message: t('login.usernameMissing') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={16} />
        </Form.Item>
        <MailAndCode form={form} purpose="reset" onError={showError} />
        <NewPassword
          name="newPassword"
          label={t('password.new')}
          missing={t('password.newMissing')}
          again={t('password.again')}
          againMissing={t('password.againMissing')}
        />
      </SubmissionForm>
    </OutsideCard>
  );
}
