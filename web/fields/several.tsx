import { Select, type SelectProps } from 'antd';
import { type ReactNode, useState } from 'react';

/**
 * Chooses several of a list. Tab leaves it, as it leaves any field: the library's own would choose what is marked in
 * the open list, or give it up where it is chosen already, and stay.
 */
export function Several<Value>({ onOpenChange, ...props }: SelectProps<Value>): ReactNode {
  const [open, setOpen] = useState(false);
  const show = (shown: boolean): void => {
    setOpen(shown);
    onOpenChange?.(shown);
  };
  return (
    <Select<Value>
      mode="multiple"
      allowClear
      open={open}
      {...props}
      onOpenChange={show}
      onInputKeyDown={(event) => {
        if (event.key !== 'Tab') return;
        event.stopPropagation();
        show(false);
      }}
    />
  );
}
