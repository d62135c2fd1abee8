import dayjs from 'dayjs';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** An instant in the user's zone. */
export function Cell({ value }: Pick<CellProps, 'value'>) {
  const text = textOf(value);
  if (text === '') return null;
  const instant = dayjs(text);
  return (
    <time className="kind-date" dateTime={text}>
      {instant.isValid() ? instant.format('YYYY-MM-DD HH:mm:ss') : text}
    </time>
  );
}
