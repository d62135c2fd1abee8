import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { register } from '../../api/outsiders.ts';
import { OutsideCard, OutsideDone } from './card.tsx';
import { MailAndCode } from './mailCode.tsx';
import { NewPassword } from './passwordInput.tsx';
import { useSubmission } from './submission.ts';
import { SubmissionForm } from './submissionForm.tsx';

interface Values {
  userCde: string;
  userName: string;
  password: string;
  again: string;
  phone: string;
  mail: string;
  mailCode: string;
  companyName?: string;
  unifiedSocialCreditNo?: string;
}

/** Page that requests an account (1§5), which a reviewer accepts or rejects. */
export function RegisterPage(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const submission = useSubmission<Values>(form, ({ again: _, ...account }, acceptWarnings) =>
    register({ ...account, ...(acceptWarnings && { acceptWarnings }) }),
  );
  const { doneMessage, showError } = submission;
  const title = t('register.title');
  if (doneMessage !== undefined) return <OutsideDone title={title} message={doneMessage} next={t('register.next')} />;
  return (
    <OutsideCard title={title} about={t('register.about')} wide>
      <SubmissionForm form={form} submission={submission} submitText={t('register.submit')}>
        <PersonFields />
        <div className="outside-pair">
          <NewPassword
            name="password"
            label={t('login.password')}
            missing={t('login.passwordMissing')}
            again={t('register.again')}
            againMissing={t('register.againMissing')}
          />
        </div>
        <CompanyAndPhone />
        <div className="outside-pair">
          <MailAndCode form={form} purpose="register" onError={showError} />
        </div>
      </SubmissionForm>
    </OutsideCard>
  );
}

function PersonFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="outside-pair">
      <Form.Item
        name="userCde"
        label={t('register.userCde')}
        extra={t('register.userCdeHint')}
        rules={[{ required: true, whitespace: true, message: t('register.userCdeMissing') }]}
      >
        <Input autoFocus autoComplete="username" maxLength={16} />
      </Form.Item>
      <Form.Item
        name="userName"
        label={t('register.userName')}
        rules={[{ required: true, whitespace: true, message: t('register.userNameMissing') }]}
      >
        <Input autoComplete="name" maxLength={100} />
      </Form.Item>
    </div>
  );
}

function CompanyAndPhone(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <div className="outside-pair">
        <Form.Item name="companyName" label={t('companyInfo.companyName')}>
          <Input autoComplete="organization" maxLength={200} />
        </Form.Item>
        <Form.Item name="unifiedSocialCreditNo" label={t('companyInfo.creditNo')} extra={t('companyInfo.creditNoHint')}>
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
      </div>
      <Form.Item
        name="phone"
        label={t('outside.phone')}
        rules={[{ required: true, whitespace: true, message: t('outside.phoneMissing') }]}
      >
        <Input type="tel" autoComplete="tel" maxLength={50} />
      </Form.Item>
    </>
  );
}
