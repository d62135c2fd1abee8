import { Input as TextInput } from 'antd';
import type { HTMLInputTypeAttribute } from 'react';
import type { KindName } from '../../../generator/model/types.ts';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** The keyboard that a touch screen shows. The type stays text: the form judges, not the browser. */
const INPUT_MODES: Partial<Record<KindName, 'email' | 'tel' | 'url'>> = { email: 'email', phone: 'tel', url: 'url' };
const TYPE: HTMLInputTypeAttribute = 'text';

/** One line of text: text, code, mail, telephone, address on the web, credit code, IMO, BIC, IBAN. */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const upper = field.normalize.includes('upper');
  const limit = field.maxLength;
  const text = textOf(value);
  const near = !compact && limit !== undefined && [...text].length > limit * 0.8;
  return (
    <TextInput
      aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })} {...(status && { status })} {...(INPUT_MODES[field.kind] && { inputMode: INPUT_MODES[field.kind] })}
      {...(near && { count: { show: true, max: limit, strategy: (entry: string) => [...entry].length } })}
      type={TYPE} autoComplete="off" spellCheck={false} disabled={disabled ?? false}
      value={text}
      onChange={(event) => {
        const typed = upper ? event.target.value.toUpperCase() : event.target.value;
        onChange(typed === '' ? null : typed);
      }}
    />
  );
}
