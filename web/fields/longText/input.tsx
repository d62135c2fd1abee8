import { Input as TextInput } from 'antd';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Text of several lines, in a box that grows with the text. */
export function Input({ field: _, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  return (
    <TextInput.TextArea
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      autoSize={{ minRows: compact ? 1 : 2, maxRows: 12 }}
      disabled={disabled ?? false}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
