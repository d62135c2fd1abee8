import { Input as TextInput } from 'antd';
import { useState } from 'react';
import type { InputProps } from '../types.ts';

/** Any JSON. Invalid text becomes the value, so that the form reports it. */
export function Input({ field: _, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput.TextArea
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-code"
      autoSize={{ minRows: 3, maxRows: 16 }}
      spellCheck={false}
      disabled={disabled ?? false}
      value={typed ?? (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readJson(event.target.value));
      }}
    />
  );
}

function readJson(typed: string): unknown {
  if (typed.trim() === '') return null;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
