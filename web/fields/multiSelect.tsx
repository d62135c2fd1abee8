import { Select, type SelectProps } from 'antd';
import { type ReactNode, useState } from 'react';

/**
 * Select of several options. Tab leaves it, as in other inputs; antd's own select would toggle the highlighted option
 * and keep the focus.
 */
export function MultiSelect<Value>({ onOpenChange, ...props }: SelectProps<Value>): ReactNode {
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
