import dayjs from 'dayjs';
import { isInstant } from '../../../generator/language/dates.ts';
import { TypedPicker } from '../date/typed.tsx';
import type { InputProps } from '../types.ts';

const SHOWN = ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY/MM/DD HH:mm:ss', 'YYYY/MM/DD HH:mm'];

/** An instant, shown in the user's zone and stored as RFC 3339 in UTC. */
export function Input(props: InputProps) {
  return (
    <TypedPicker
      {...props}
      picker="date"
      showTime
      formats={SHOWN}
      placeholder={SHOWN[0]!}
      parse={(text) => (isInstant(text) ? dayjs(text) : undefined)}
      store={(moment) => moment.toISOString()}
    />
  );
}
