import { Input as TextInput } from 'antd';
import { useState } from 'react';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';
import { groupDigits, percentReading, readDecimal } from './format.ts';

/**
 * Decimal text, money, percent or rate. Typing shows the plain digits, resting shows separators. It holds text
 * throughout: an `<input type=number>` or a float would round in silence.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const [typed, setTyped] = useState<string>();
  const text = textOf(value);
  const suffix = field.kind === 'percent' ? '%' : field.kind === 'rate' && !compact ? <span className="kind-aside">{readingOf(text)}</span> : undefined;
  return (
    <TextInput
      {...aria} {...(id !== undefined && { id })} {...(status && { status })} {...(suffix !== undefined && { suffix })}
      className="kind-number" inputMode="decimal" autoComplete="off" disabled={disabled ?? false}
      value={typed ?? groupDigits(text, field.kind === 'money' && text !== '' ? 2 : 0)}
      onFocus={() => setTyped(text)}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readDecimal(event.target.value));
      }}
    />
  );
}

/** A rate's other reading, as per cent. */
function readingOf(rate: string): string {
  const percent = percentReading(rate);
  return percent === undefined ? '' : `= ${percent} %`;
}
