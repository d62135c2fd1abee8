import type { TableRef } from 'antd/es/table';

/**
 * As the `ref` of a table that scrolls sideways: while some of its columns are out of sight, the keyboard reaches it
 * and the arrows scroll it. A table with a link or button in its rows has no need of it.
 */
export function scrolledByKeys(table: TableRef | null): (() => void) | undefined {
  const box = table?.nativeElement.querySelector('.ant-table-content');
  if (!box) return undefined;
  const watch = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
    else box.removeAttribute('tabindex');
  });
  for (const one of [box, ...box.children]) watch.observe(one);
  return () => watch.disconnect();
}
