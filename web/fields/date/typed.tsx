import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ComponentProps, createContext, use, useState } from 'react';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';
import { readMoment } from './read.ts';

/** The text that a picker's input shows instead of the picked value, and the function that typing calls. */
interface Typing {
  text: string | undefined;
  onType: (text: string) => void;
}

const Typing = createContext<Typing>({ text: undefined, onType: () => undefined });

/**
 * The input of a picker. antd's own input drops invalid text when it loses the focus. The form could then neither show
 * the error nor prevent a save.
 */
function TypedInput(props: ComponentProps<'input'>) {
  const { text, onType } = use(Typing);
  return (
    <input
      {...props}
      value={text ?? props.value}
      onChange={(event) => {
        onType(event.target.value);
        props.onChange?.(event);
      }}
    />
  );
}

const COMPONENTS = { input: TypedInput };

interface Props extends InputProps {
  picker: 'date' | 'month' | 'year';
  showTime?: boolean;
  /** the format shown, then further formats that may be typed */
  formats: string[];
  placeholder: string;
  /** parses a stored value; undefined for an invalid value */
  parse: (stored: string) => Dayjs | undefined;
  /** formats a moment as a stored value */
  store: (moment: Dayjs) => string;
}

/** A calendar with a text input. Invalid text becomes the value, so that the form reports it. */
export function TypedPicker(props: Props) {
  const { value, onChange, disabled, id, status, picker, showTime, formats, placeholder, parse, store } = props;
  const stored = textOf(value);
  const moment = stored === '' ? undefined : parse(stored);
  const { typed, setTyped, onType } = useTyped(props);
  return (
    <Typing value={{ text: typed ?? (moment ? undefined : stored), onType }}>
      <DatePicker
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        {...(id !== undefined && { id })}
        {...(status && { status })}
        {...(showTime && { showTime })}
        className="kind-wide"
        picker={picker}
        format={formats}
        placeholder={placeholder}
        disabled={disabled ?? false}
        allowClear
        components={COMPONENTS}
        value={moment ?? null}
        onBlur={() => setTyped(undefined)}
        onChange={(chosen: Dayjs | null) => {
          setTyped(undefined);
          onChange(chosen ? store(chosen) : null);
        }}
      />
    </Typing>
  );
}

/** The text that is being typed, until the input loses the focus. Each change of it changes the value. */
function useTyped({ onChange, formats, store }: Props) {
  const [typed, setTyped] = useState<string>();
  const onType = (text: string): void => {
    setTyped(text);
    const read = readMoment(text, formats);
    onChange(read ? store(read) : text.trim() || null);
  };
  return { typed, setTyped, onType };
}
