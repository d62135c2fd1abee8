import { Form, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The fewest characters of a password that the server takes. */
const SHORTEST = 10;

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: unknown) => void;
  autoComplete: 'current-password' | 'new-password';
}

/** A password, with a word where Caps Lock is on. */
export function PasswordInput({ autoComplete, ...input }: Props): ReactNode {
  const { t } = useTranslation();
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  return (
    <>
      <Input.Password
        {...input}
        autoComplete={autoComplete}
        maxLength={256}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCaps(false)}
      />
      <span className="outside-caps" aria-live="polite">
        {caps ? t('login.capsLock') : null}
      </span>
    </>
  );
}

interface NewPasswordProps {
  /** the field's name for the server */
  name: string;
  label: string;
  missing: string;
  /** the label of the second one */
  again: string;
  againMissing: string;
}

/** A password to be chosen, twice. */
export function NewPassword({ name, label, missing, again, againMissing }: NewPasswordProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        className="hint-or-fault"
        name={name}
        label={label}
        extra={t('password.hint', { min: SHORTEST })}
        rules={[
          { required: true, message: missing },
          { min: SHORTEST, message: t('password.length', { min: SHORTEST }) },
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={again}
        dependencies={[name]}
        rules={[
          { required: true, message: againMissing },
          ({ getFieldValue }) => ({
            validator: (_rule, value: string | undefined) =>
              !value || value === getFieldValue(name)
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differs'))),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
