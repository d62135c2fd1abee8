import { Input as TextInput } from 'antd';
import { useState } from 'react';
import { offeredFrom, OfferedInput } from '../offered.tsx';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';
import { readInteger } from './read.ts';

/** A whole number. Invalid text becomes the value, so that the form reports it. */
export function Input(props: InputProps) {
  const { offer } = props.field;
  return offer ? (
    <OfferedInput {...props} choices={offeredFrom(offer, 0)} read={readInteger} />
  ) : (
    <TypedInteger {...props} />
  );
}

function TypedInteger({ field: _, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-number"
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled ?? false}
      value={typed ?? textOf(value)}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readInteger(event.target.value));
      }}
    />
  );
}
