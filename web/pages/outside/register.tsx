import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { register } from '../../api/outsiders.ts';
import { OutsideCard, OutsideDone } from './card.tsx';
import { MailAndCode } from './mailCode.tsx';
import { NewPassword } from './passwordInput.tsx';
import { useSubmission } from './submission.ts';

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

/** Registration (1§5): asks for an account, which a reviewer then gives or not. */
export function RegisterPage(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { busy, refusal, doubted, done, submit, changed, refuse } = useSubmission<Values>(
    form,
    ({ again: _, ...asked }, acceptWarnings) => register({ ...asked, ...(acceptWarnings && { acceptWarnings }) }),
  );
  const title = t('register.title');
  if (done !== undefined) return <OutsideDone title={title} message={done} next={t('register.next')} />;
  return (
    <OutsideCard title={title} about={t('register.about')} wide>
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={submit}
        onValuesChange={changed}
        scrollToFirstError={{ focus: true }}
      >
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
        <div className="outside-pair">
          <NewPassword
            name="password"
            label={t('login.password')}
            missing={t('login.passwordMissing')}
            again={t('register.again')}
            againMissing={t('register.againMissing')}
          />
        </div>
        <div className="outside-pair">
          <Form.Item name="companyName" label={t('companyInfo.companyName')}>
            <Input autoComplete="organization" maxLength={200} />
          </Form.Item>
          <Form.Item
            name="unifiedSocialCreditNo"
            label={t('companyInfo.creditNo')}
            extra={t('companyInfo.creditNoHint')}
          >
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
        <div className="outside-pair">
          <MailAndCode form={form} purpose="register" onRefused={refuse} />
        </div>
        {doubted ? <Alert type="warning" showIcon message={t('companyInfo.doubted')} /> : null}
        <Button type="primary" htmlType="submit" loading={busy}>
          {t(doubted ? 'companyInfo.submitAnyway' : 'register.submit')}
        </Button>
      </Form>
    </OutsideCard>
  );
}
