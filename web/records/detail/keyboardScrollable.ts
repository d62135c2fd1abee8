import type { TableRef } from 'antd/es/table';

/**
 * Makes a table, or a box around one, focusable while it can scroll horizontally, so that the arrow keys scroll it;
 * used as its `ref`. A table with links or buttons in its rows does not need it.
 */
export function keyboardScrollable(table: TableRef | HTMLElement | null): (() => void) | undefined {
  // antd's reference is a proxy of an element, in which `in` does not find the property
  const ofTable = (table as Partial<TableRef> | null)?.nativeElement;
  const box = ofTable ? ofTable.querySelector('.ant-table-content') : (table as HTMLElement | null);
  if (!box) return undefined;
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
    else box.removeAttribute('tabindex');
  });
  for (const element of [box, ...box.children]) observer.observe(element);
  return () => observer.disconnect();
}
