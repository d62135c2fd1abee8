import { type InputRef, Input as TextInput } from 'antd';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';
import type { Field } from '../../../generator/model/field.ts';
import { currencyOf } from '../../../generator/language/currency.ts';
import { amountText, currencyBeside } from './amount.ts';
import { percentReading } from '../../../generator/language/figures.ts';
import { readFigure } from './format.ts';

/**
 * Input of a decimal, an amount, a percentage or a rate. It shows plain digits while it is edited, and separators
 * otherwise. The value is text, because an `<input type=number>` or a float would round it.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, row, entity: _, ...aria }: InputProps) {
  const [editing, setEditing] = useState(false);
  // absent until the first key: until then the value may still change, such as by a default that is being fetched
  const [typed, setTyped] = useState<string>();
  const input = useRef<InputRef>(null);
  const clicked = useRef(false);
  // Tab selects the whole text, as in other inputs; the change to plain digits would undo that
  useLayoutEffect(() => {
    if (editing && !clicked.current) input.current?.select();
    clicked.current = false;
  }, [editing]);
  const text = textOf(value);
  const currency = currencyOf(field, row ?? {});
  const suffix = suffixOf(field, { text, currency, compact });
  return (
    <TextInput
      {...aria}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      {...(suffix !== undefined && { suffix })}
      ref={input}
      className="kind-number"
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled ?? false}
      value={typed ?? (editing ? text : amountText(text, field, currency))}
      onMouseDown={() => {
        clicked.current = true;
      }}
      onFocus={() => setEditing(true)}
      onBlur={() => {
        setEditing(false);
        setTyped(undefined);
      }}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readFigure(event.target.value, field));
      }}
    />
  );
}

/** What is shown behind the digits: a percent sign, the percentage of a rate, or the currency of an amount. */
function suffixOf(
  field: Field,
  { text, currency, compact }: { text: string; currency: string | undefined; compact: boolean | undefined },
): ReactNode {
  if (field.kind === 'percent') return '%';
  if (compact) return undefined;
  if (field.kind === 'rate' && !field.price) return <span className="kind-aside">{readingOf(text)}</span>;
  return currencyBeside(field, currency) && <span className="kind-aside">{currency}</span>;
}

/** The text beside a rate with its value as a percentage. */
function readingOf(rate: string): string {
  const percent = percentReading(rate);
  return percent === undefined ? '' : `= ${percent} %`;
}
