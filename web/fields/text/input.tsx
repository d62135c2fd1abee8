import { Input as TextInput } from 'antd';
import type { ChangeEvent } from 'react';
import type { KindName } from '../../../generator/model/field.ts';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

/** Keyboards of a touch screen. The type of the input stays text, because the form validates, not the browser. */
const INPUT_MODES: Partial<Record<KindName, 'email' | 'tel' | 'url'>> = { email: 'email', phone: 'tel', url: 'url' };

/**
 * One line of text. Near the length limit it shows the current length. The suffix is always rendered, because an antd
 * input that gains or loses a suffix loses the focus.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const upper = field.normalize.includes('upper');
  const limit = field.maxLength;
  const text = textOf(value);
  const length = [...text].length;
  return (
    <TextInput
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      {...(INPUT_MODES[field.kind] && { inputMode: INPUT_MODES[field.kind] })}
      {...(limit !== undefined &&
        !compact && { suffix: <span className="kind-aside">{length > limit * 0.8 && `${length} / ${limit}`}</span> })}
      autoComplete="off"
      spellCheck={false}
      disabled={disabled ?? false}
      value={text}
      onChange={(event) => {
        const typed = upper ? inCapitals(event) : event.target.value;
        onChange(typed === '' ? null : typed);
      }}
    />
  );
}

/** The typed text in capitals, with the caret where it was; unchanged while an input method composes. */
function inCapitals({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionStart } = target;
  if ((nativeEvent as InputEvent).isComposing) return value;
  const capitals = value.toUpperCase();
  // React writes the new value when this event is done, which would take the caret to the end.
  if (capitals !== value) queueMicrotask(() => target.setSelectionRange(selectionStart, selectionStart));
  return capitals;
}
