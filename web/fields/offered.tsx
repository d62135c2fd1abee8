import { AutoComplete } from 'antd';
import { useState, type ReactNode } from 'react';
import type { InputProps } from './types.ts';
import { textOf } from './types.ts';

interface Props extends InputProps {
  /** the suggestions, in order */
  choices: readonly string[];
  /** converts the typed or chosen text to a JSON value; invalid text stays text, so that the form reports it */
  read: (typed: string) => unknown;
}

/** A text input with suggestions (`x-offer`); other values are allowed. */
export function OfferedInput({
  choices,
  read,
  field: _,
  value,
  onChange,
  disabled,
  id,
  status,
  ...aria
}: Props): ReactNode {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? textOf(value);
  const matching = typed === undefined ? choices : choices.filter((choice) => choice.startsWith(typed.trim()));
  return (
    <AutoComplete
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      // leaving the field must not replace the typed text by a suggestion
      defaultActiveFirstOption={false}
      className="kind-wide"
      disabled={disabled ?? false}
      options={matching.map((choice) => ({ value: choice }))}
      value={shown}
      onBlur={() => setTyped(undefined)}
      onSelect={() => setTyped(undefined)}
      onChange={(text: string) => {
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}

/** The values of an `x-offer`, counted from `origin`, as text. */
export const offeredFrom = ({ from, to }: { from: number; to: number }, origin: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(origin + from + index));
