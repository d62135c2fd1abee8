import { AutoComplete } from 'antd';
import { useState, type ReactNode } from 'react';
import type { InputProps } from './types.ts';
import { textOf } from './types.ts';

interface Props extends InputProps {
  /** what is offered, in its order */
  choices: readonly string[];
  /**
   * the value that was typed or chosen, as JSON; text that is none stays text, so that the form can say what is wrong
   */
  read: (typed: string) => unknown;
}

/** Typing with the usual values offered beside it (`x-offer`); what is typed is not held to them. */
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
  const narrowed = typed === undefined ? choices : choices.filter((choice) => choice.startsWith(typed.trim()));
  return (
    <AutoComplete
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      // leaving the field must not put an offer in the place of what was typed
      defaultActiveFirstOption={false}
      className="kind-wide"
      disabled={disabled ?? false}
      options={narrowed.map((choice) => ({ value: choice }))}
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
  Array.from({ length: to - from + 1 }, (_, place) => String(origin + from + place));
