import { App, Button, Form, Input, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodePurpose, sendCode } from '../../api/outsiders.ts';
import { useWait } from './wait.ts';

/** Minimum time between two codes, in seconds. */
const PAUSE_S = 60;

interface Props {
  form: FormInstance;
  purpose: CodePurpose;
  /** called when no code was sent */
  onError: (error: unknown) => void;
}

/** The form fields of a mail address and of the code that is sent to it. */
export function MailAndCode({ form, purpose, onError }: Props): ReactNode {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string>();
  const mailOf = (): string => String(form.getFieldValue('mail') ?? '').trim();
  /** A code is valid only for the address that it was sent to. */
  const isForSameMail = {
    validator: () =>
      sentTo === undefined || sentTo === mailOf()
        ? Promise.resolve()
        : Promise.reject(new Error(t('outside.mailChanged'))),
  };
  return (
    <>
      <Form.Item
        name="mail"
        label={t('outside.mail')}
        rules={[
          { required: true, whitespace: true, message: t('outside.mailMissing') },
          { type: 'email', message: t('outside.mailWrong') },
        ]}
      >
        <Input type="email" autoComplete="email" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="mailCode"
        label={t('outside.code')}
        dependencies={['mail']}
        rules={[
          isForSameMail,
          { required: true, message: t('outside.codeMissing') },
          { pattern: /^\s*\d{6}\s*$/, message: t('outside.codeWrong') },
        ]}
      >
        <CodeInput form={form} purpose={purpose} onError={onError} mailOf={mailOf} onSent={setSentTo} />
      </Form.Item>
    </>
  );
}

interface CodeProps extends Props {
  mailOf: () => string;
  onSent: (mail: string) => void;
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** The input of the code, with a button that requests a code, not more than once a minute. */
function CodeInput({ form, purpose, onError, mailOf, onSent, id, value, onChange, ...aria }: CodeProps): ReactNode {
  const { t } = useTranslation();
  const { message: toast } = App.useApp();
  const [wait, startWait] = useWait();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    try {
      await form.validateFields(['mail']);
    } catch {
      return; // the field shows the problem
    }
    setBusy(true);
    try {
      const mail = mailOf();
      void toast.success((await sendCode(mail, purpose)).message || t('feedback.succeeded'));
      onSent(mail);
      startWait(PAUSE_S);
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="outside-code">
      <Input
        {...aria}
        {...(id !== undefined && { id })}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      <Button disabled={wait > 0} loading={busy} onClick={() => void send()}>
        {wait > 0 ? t('outside.codeWait', { seconds: wait }) : t('outside.codeSend')}
      </Button>
    </span>
  );
}
