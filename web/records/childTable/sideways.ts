import { type RefObject, useEffect } from 'react';

/** A table that renders only visible rows. */
interface Scrolled {
  scrollTo(to: never): void;
}

/** The box around such a table, and the table. */
interface Boxed {
  box: RefObject<HTMLElement | null>;
  table: RefObject<Scrolled | null>;
}

/** Parts of the table that scroll sideways with the cells. */
const ALONG = '.ant-table-header, .ant-table-summary';

function moveTo({ box, table }: Boxed, left: number): void {
  table.current?.scrollTo({ left } as never);
  for (const one of box.current?.querySelectorAll(ALONG) ?? []) one.scrollLeft = left;
}

/**
 * Keeps the headings, totals and cells of a virtual table together. The browser shows a focused cell by
 * scrolling the body alone, or an element inside it; the table then scrolls by as much, and its headings and totals too.
 */
export function useSideways(box: Boxed['box'], table: Boxed['table']): void {
  useEffect(() => {
    const element = box.current;
    const sync = ({ target }: Event): void => {
      if (
        !(target instanceof HTMLElement) ||
        target.closest('.ant-table-tbody-virtual-holder') === null ||
        target.scrollLeft === 0
      )
        return;
      const moved = target.scrollLeft;
      target.scrollLeft = 0;
      moveTo({ box, table }, (element?.querySelector(ALONG)?.scrollLeft ?? 0) + moved);
    };
    element?.addEventListener('scroll', sync, { capture: true });
    return () => element?.removeEventListener('scroll', sync, { capture: true });
  }, [box, table]);
}

/**
 * Scrolls a virtual table to a column.
 *
 * @param from left edge of the column, in pixels from the left of all columns
 * @param to right edge of the column
 * @param frozen width of the columns at the left that do not scroll, in pixels
 */
export function showSpan(boxed: Boxed, from: number, to: number, frozen: number): void {
  const along = boxed.box.current?.querySelector(ALONG);
  if (!along) return;
  const left = Math.max(0, Math.min(from - frozen, Math.max(along.scrollLeft, to - along.clientWidth)));
  if (left !== along.scrollLeft) moveTo(boxed, left);
}
