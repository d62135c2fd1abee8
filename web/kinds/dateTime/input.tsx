import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

const SHOWN = 'YYYY-MM-DD HH:mm:ss';

/** An instant, shown in the reader's zone and given as RFC 3339 in UTC. */
export function Input({ field: _, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const parsed = textOf(value) === '' ? null : dayjs(textOf(value));
  return (
    <DatePicker
      aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })} {...(status && { status })}
      className="kind-wide" showTime format={SHOWN} placeholder={SHOWN} disabled={disabled ?? false} allowClear
      value={parsed?.isValid() ? parsed : null}
      onChange={(chosen: Dayjs | null) => onChange(chosen?.toISOString() ?? null)}
    />
  );
}
