import type { TableRef } from 'antd/es/table';

/**
 * Makes a table focusable while it can scroll horizontally, so that the arrow keys scroll it; used as `ref` of the
 * table. A table with links or buttons in its rows does not need it.
 */
export function keyboardScrollable(table: TableRef | null): (() => void) | undefined {
  const box = table?.nativeElement.querySelector('.ant-table-content');
  if (!box) return undefined;
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
    else box.removeAttribute('tabindex');
  });
  for (const element of [box, ...box.children]) observer.observe(element);
  return () => observer.disconnect();
}
