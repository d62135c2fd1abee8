import type { KindName } from '../../../generator/model/types.ts';
import type { InputProps } from '../types.ts';
import { readMoment } from './read.ts';
import { TypedPicker } from './typed.tsx';

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
export function Input(props: InputProps) {
  const { picker, stored, shown } = CALENDARS[props.field.kind] ?? DAYS;
  return (
    <TypedPicker
      {...props} picker={picker} formats={shown} placeholder={stored}
      parse={(text) => readMoment(text, [stored])} store={(moment) => moment.format(stored)}
    />
  );
}
