import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { KindName } from '../../../generator/model/types.ts';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

dayjs.extend(customParseFormat);

interface Calendar {
  picker: 'date' | 'month' | 'year';
  /** how the value is written in JSON */
  stored: string;
  /** how it is shown first, then what typing may look like besides */
  shown: string[];
}

const CALENDARS: Partial<Record<KindName, Calendar>> = {
  month: { picker: 'month', stored: 'YYYYMM', shown: ['YYYYMM', 'YYYY-MM', 'YYYY/MM'] },
  year: { picker: 'year', stored: 'YYYY', shown: ['YYYY'] },
};
const DAYS: Calendar = { picker: 'date', stored: 'YYYY-MM-DD', shown: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY-M-D', 'YYYY/M/D'] };

/** A day, a month or a year. The value is text; a Dayjs object lives only inside the picker. */
export function Input({ field, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const { picker, stored, shown } = CALENDARS[field.kind] ?? DAYS;
  const text = textOf(value);
  const parsed = text === '' ? null : dayjs(text, stored, true);
  return (
    <DatePicker
      aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })} {...(status && { status })}
      className="kind-wide" picker={picker} format={shown} disabled={disabled ?? false} placeholder={stored} allowClear
      value={parsed?.isValid() ? parsed : null}
      onChange={(chosen: Dayjs | null) => onChange(chosen?.format(stored) ?? null)}
    />
  );
}
