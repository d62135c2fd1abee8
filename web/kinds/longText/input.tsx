import { Input as TextInput } from 'antd';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Text of several lines; the box grows with it. */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const limit = field.maxLength;
  const text = textOf(value);
  const near = !compact && limit !== undefined && [...text].length > limit * 0.8;
  return (
    <TextInput.TextArea
      aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })} {...(status && { status })}
      {...(near && { count: { show: true, max: limit, strategy: (entry: string) => [...entry].length } })}
      autoSize={{ minRows: compact ? 1 : 2, maxRows: 12 }} disabled={disabled ?? false}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
