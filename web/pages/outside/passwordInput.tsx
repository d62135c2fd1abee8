import { Form, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_LENGTH, newPasswordRules, repeatedPasswordRules } from '../../shell/passwordRules.ts';

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: unknown) => void;
  autoComplete: 'current-password' | 'new-password';
}

/** A password input that shows whether Caps Lock is on. */
export function PasswordInput({ autoComplete, ...input }: Props): ReactNode {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <Input.Password
        {...input}
        autoComplete={autoComplete}
        maxLength={256}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
        onBlur={() => setCapsLock(false)}
      />
      <span className="outside-caps" aria-live="polite">
        {capsLock ? t('login.capsLock') : null}
      </span>
    </>
  );
}

interface NewPasswordProps {
  /** name of the field in the API */
  name: string;
  label: string;
  /** message without a value */
  missing: string;
  /** label and message of the repeated password */
  again: string;
  againMissing: string;
}

/** The form fields of a new password and its repetition. */
export function NewPassword({ name, label, missing, again, againMissing }: NewPasswordProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        className="hint-or-problem"
        name={name}
        label={label}
        extra={t('password.hint', { min: MIN_PASSWORD_LENGTH })}
        rules={newPasswordRules(missing, t)}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="again" label={again} dependencies={[name]} rules={repeatedPasswordRules(name, againMissing, t)}>
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
