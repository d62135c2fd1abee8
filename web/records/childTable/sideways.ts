import { type RefObject, useEffect } from 'react';

/** A table of which only the rows in sight are drawn. */
interface Scrolled {
  scrollTo(to: never): void;
}

/** The box around such a table, and the table. */
interface Boxed {
  box: RefObject<HTMLElement | null>;
  table: RefObject<Scrolled | null>;
}

/** What moves sideways with the cells. */
const ALONG = '.ant-table-header, .ant-table-summary';

function moveTo({ box, table }: Boxed, left: number): void {
  table.current?.scrollTo({ left } as never);
  for (const one of box.current?.querySelectorAll(ALONG) ?? []) one.scrollLeft = left;
}

/**
 * Keeps headings, totals and cells of a virtual table together. The browser brings a cell that gets the focus into
 * sight by moving the body alone, or what is inside it; the table is told to move by as much, and its headings and
 * totals are moved with it.
 */
export function useSideways(box: Boxed['box'], table: Boxed['table']): void {
  useEffect(() => {
    const element = box.current;
    const follow = ({ target }: Event): void => {
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
    element?.addEventListener('scroll', follow, { capture: true });
    return () => element?.removeEventListener('scroll', follow, { capture: true });
  }, [box, table]);
}

/**
 * Brings a column of a virtual table into sight: its span, in pixels from the left of all columns, of which the first
 * `frozen` stay where they are.
 */
export function showSpan(boxed: Boxed, from: number, to: number, frozen: number): void {
  const along = boxed.box.current?.querySelector(ALONG);
  if (!along) return;
  const left = Math.max(0, Math.min(from - frozen, Math.max(along.scrollLeft, to - along.clientWidth)));
  if (left !== along.scrollLeft) moveTo(boxed, left);
}
