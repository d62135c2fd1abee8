import { Input as TextInput } from 'antd';
import { useTranslation } from 'react-i18next';
import { type InputProps, isAbsent, textOf } from '../types.ts';

/** Input of a new password. The stored password is never read back. */
export function Input({ field: _, value, onChange, disabled, id, status, row, ...aria }: InputProps) {
  const { t } = useTranslation();
  return (
    <TextInput.Password
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      autoComplete="new-password"
      placeholder={isAbsent(row?.['id']) ? '' : t('kinds.passwordKept')}
      disabled={disabled ?? false}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
