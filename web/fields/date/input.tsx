import type { KindName } from '../../../generator/model/field.ts';
import { useToday } from '../../api/today.ts';
import { offeredFrom, OfferedInput } from '../offered.tsx';
import type { InputProps } from '../types.ts';
import { readMoment } from './read.ts';
import { TypedPicker } from './typed.tsx';

interface Calendar {
  picker: 'date' | 'month' | 'year';
  /** format of the value in JSON */
  stored: string;
  /** the format shown, then further formats that may be typed */
  shown: string[];
}

const CALENDARS: Partial<Record<KindName, Calendar>> = {
  month: { picker: 'month', stored: 'YYYYMM', shown: ['YYYYMM', 'YYYY-MM', 'YYYY/MM'] },
  year: { picker: 'year', stored: 'YYYY', shown: ['YYYY'] },
};
const DAYS: Calendar = {
  picker: 'date',
  stored: 'YYYY-MM-DD',
  shown: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY-M-D', 'YYYY/M/D'],
};

/** A day, a month or a year. The value is text; a Dayjs object lives only inside the picker. */
export function Input(props: InputProps) {
  return props.field.offer ? <OfferedYear {...props} offer={props.field.offer} /> : <Typed {...props} />;
}

/** A year with suggestions (`x-offer`), the latest first. */
function OfferedYear({ offer, ...props }: InputProps & { offer: { from: number; to: number } }) {
  const years = offeredFrom(offer, Number(useToday().slice(0, 4)));
  return (
    <OfferedInput {...props} choices={years.toReversed()} read={(typed) => typed.normalize('NFKC').trim() || null} />
  );
}

function Typed(props: InputProps) {
  const { picker, stored, shown } = CALENDARS[props.field.kind] ?? DAYS;
  return (
    <TypedPicker
      {...props}
      picker={picker}
      formats={shown}
      placeholder={stored}
      parse={(text) => readMoment(text, [stored])}
      store={(moment) => moment.format(stored)}
    />
  );
}
