import { Input as TextInput } from 'antd';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** A new password; the stored one never comes back. */
export function Input({ field: _, value, onChange, disabled, id, status, ...aria }: InputProps) {
  return (
    <TextInput.Password
      aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })} {...(status && { status })}
      autoComplete="new-password" disabled={disabled ?? false} value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
