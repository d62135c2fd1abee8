import { Select, type SelectProps } from 'antd';
import type { DefaultOptionType } from 'antd/es/select';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

interface Props<Value, Option extends DefaultOptionType> extends SelectProps<Value, Option> {
  /** whether the options do not answer the typed text yet */
  pending?: boolean;
}

/**
 * Select of one option. Tab takes the option that was typed or reached by arrow keys, and moves on; antd's own select
 * would keep the focus, and also take the first option of a list that was only opened. Text that no option matches, or
 * not yet, keeps the focus and stays.
 */
export function SingleSelect<Value, Option extends DefaultOptionType = DefaultOptionType>({
  pending = false,
  onOpenChange,
  ...props
}: Props<Value, Option>): ReactNode {
  const [open, setOpen] = useState(false);
  const movedByArrow = useRef(false);
  const show = (shown: boolean): void => {
    movedByArrow.current = false;
    setOpen(shown);
    onOpenChange?.(shown);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const typed = (event.target as HTMLInputElement).value;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') movedByArrow.current = true;
    if (!open || !['Tab', 'Enter'].includes(event.key)) return;
    const isChosen = event.key === 'Enter' || typed !== '' || movedByArrow.current;
    if (!isChosen) {
      event.stopPropagation();
      return show(false);
    }
    if (typed !== '' && (pending || !hasMatch(props, typed))) {
      event.stopPropagation();
      return event.preventDefault();
    }
    // The select takes the option; the browser still moves the focus.
    if (event.key === 'Tab') Object.assign(event, { preventDefault: () => undefined });
  };
  return <Select<Value, Option> allowClear {...props} open={open} onOpenChange={show} onInputKeyDown={onKey} />;
}

/** Whether the select shows an option for the typed text. */
function hasMatch<Value, Option extends DefaultOptionType>(
  { options = [], filterOption }: SelectProps<Value, Option>,
  typed: string,
): boolean {
  return typeof filterOption === 'function'
    ? options.some((option) => filterOption(typed, option))
    : options.length > 0;
}
